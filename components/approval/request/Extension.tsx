import { useWords } from '../../i18n/context'
import { Note } from '../../parts/Note'
import type { KindProps } from './kinds'

/** Another extension wants to use the wallet. */
export function Extension({ view }: KindProps) {
  const { t } = useWords()
  return (
    <>
      <dl className="terms">
        <dt>{t.questions.extension.id}</dt>
        <dd>
          <span className="mono w">{view.asker}</span>
        </dd>
      </dl>
      <Note tone="plain">
        <p>{t.questions.extension.means}</p>
      </Note>
    </>
  )
}
