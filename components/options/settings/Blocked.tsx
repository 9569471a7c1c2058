import { useWords } from '../../i18n/context'
import { Confirm } from '../../parts/Confirm'
import { Host } from '../../parts/Host'
import { hostText } from '../../text/host'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

/** Sites that may not ask, and the way back for each. */
export function Blocked({ settings, onChanged }: SectionProps) {
  const { t } = useWords()
  const change = useChange(onChanged)
  return (
    <Section title={t.settings.blocked}>
      {settings.blockedOrigins.length === 0 && <p className="quiet">{t.settings.noneBlocked}</p>}
      <ul className="accounts">
        {settings.blockedOrigins.map((origin) => (
          <li key={origin}>
            <Host origin={origin} />
            <button
              className="btn btn-small"
              type="button"
              aria-label={`${t.settings.unblock}: ${hostText(origin)}`}
              disabled={change.action.busy}
              onClick={() => change.apply({ kind: 'unblock', origin })}
            >
              {t.settings.unblock}
            </button>
          </li>
        ))}
      </ul>
      <Confirm change={change} label={t.settings.needsPassword} />
    </Section>
  )
}
