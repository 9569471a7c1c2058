import { useWords } from '../../i18n/context'
import type { LanguageChoice } from '../../i18n/language'
import { Icon } from '../../parts/Icon'
import { Problem } from '../../parts/Problem'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

const CHOICES: readonly LanguageChoice[] = ['auto', 'en', 'es']

/** The language of the screens. */
export function Language({ settings, onChanged }: SectionProps) {
  const { t, choose } = useWords()
  const change = useChange(onChanged)
  const names: Record<LanguageChoice, string> = {
    auto: t.settings.auto,
    en: t.settings.english,
    es: t.settings.spanish,
  }
  const set = (text: string) => {
    const language = CHOICES.find((choice) => choice === text)
    if (language === undefined) return
    choose(language)
    change.apply({ kind: 'language', language })
  }
  return (
    <Section id="language" title={t.settings.language}>
      <span className="select">
        <select
          className="input"
          aria-label={t.settings.language}
          value={settings.language}
          onChange={(event) => set(event.target.value)}
        >
          {CHOICES.map((choice) => (
            <option key={choice} value={choice} lang={choice === 'auto' ? undefined : choice}>
              {names[choice]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <Problem error={change.action.error} />
    </Section>
  )
}
