import { usePageWords } from '../../i18n/pages'
import { chooseTheme, THEMES, type ThemeChoice } from '../../i18n/theme'
import { Icon } from '../../parts/Icon'
import { Problem } from '../../parts/Problem'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

/** Light, dark, or as the system has it. */
export function Theme({ settings, onChanged }: SectionProps) {
  const { t } = usePageWords()
  const change = useChange(onChanged)
  const set = (text: string) => {
    const theme = THEMES.find((known): known is ThemeChoice => known === text)
    if (theme === undefined) return
    chooseTheme(theme)
    change.apply({ kind: 'theme', theme })
  }
  return (
    <Section id="theme" title={t.owner.theme.title}>
      <span className="select">
        <select
          className="input"
          aria-label={t.owner.theme.title}
          value={settings.theme}
          onChange={(event) => set(event.target.value)}
        >
          {THEMES.map((theme) => (
            <option key={theme} value={theme}>
              {t.owner.theme[theme]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <Problem error={change.action.error} />
    </Section>
  )
}
