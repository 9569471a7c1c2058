import { browser } from 'wxt/browser'

import { usePageWords } from '../../i18n/pages'
import { Fold } from '../../parts/Fold'
import { Section } from './Section'

/** Which version this is, and what each of its permissions is for. */
export function About() {
  const { t } = usePageWords()
  const words = t.owner.about
  const { version, permissions = [], host_permissions: hosts = [] } = browser.runtime.getManifest()
  const asked = [...(permissions as readonly string[]), ...(hosts as readonly string[])]
  return (
    <Section id="about" title={words.title}>
      <p>{words.version(version)}</p>
      <p className="quiet">{words.lede}</p>
      <Fold title={words.permissions}>
        <dl className="told">
          {asked.map((name) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd>{words.reasons[name] ?? ''}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </Section>
  )
}
