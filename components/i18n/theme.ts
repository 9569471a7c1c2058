/** The looks that can be chosen, in the order of a list; `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const

/** What the owner chose. */
export type ThemeChoice = (typeof THEMES)[number]

const KEY = 'theme'

function show(theme: string | null): void {
  const { dataset } = document.documentElement
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  else delete dataset.theme
}

/** Shows the screen as was chosen, before its first paint, and follows the choice in other windows. */
export function keepTheme(): void {
  show(localStorage.getItem(KEY))
  window.addEventListener('storage', () => show(localStorage.getItem(KEY)))
}

/** Shows every open screen so from now on; a copy in the page's own storage spares the first paint a question. */
export function chooseTheme(theme: ThemeChoice): void {
  localStorage.setItem(KEY, theme)
  show(theme)
}
