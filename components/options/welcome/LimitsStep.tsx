import { useAnswer } from '../../hooks/useAnswer'
import { useWords } from '../../i18n/context'
import { Frame } from '../../parts/Frame'
import { dollars } from '../../text/amount'
import { LIMIT_NAMES } from '../limit-names'

/** Step 3: the limits, each with what it does. They are changed in the settings, where raising asks for the password. */
export function LimitsStep({ onDone }: { readonly onDone: () => void }) {
  const { t, format } = useWords()
  const { value: settings } = useAnswer('settings.get', undefined, null)
  return (
    <Frame
      step={3}
      title={t.welcome.limitsTitle}
      lede={t.welcome.limitsMore}
      foot={
        <div className="actions one">
          <button className="btn btn-tall btn-pay" type="button" onClick={onDone}>
            {t.welcome.keep}
          </button>
        </div>
      }
    >
      <ul className="setlist">
        {LIMIT_NAMES.map((name) => (
          <li key={name}>
            <div>
              <b>{t.limits[name]}</b>
              <p>{t.limits[`${name}More`]}</p>
            </div>
            <b className="end">
              {settings === undefined ? '…' : dollars(settings[name], format.locale).text}
            </b>
          </li>
        ))}
        <li>
          <div>
            <b>{t.welcome.withoutAsking}</b>
            <p>{t.welcome.withoutAskingMore}</p>
          </div>
          <b className="end">{t.common.off}</b>
        </li>
      </ul>
    </Frame>
  )
}
