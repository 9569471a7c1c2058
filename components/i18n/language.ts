/** Languages with a whole catalogue. */
export type Language = 'en' | 'es'

/** What the owner chose; 'auto' follows the browser. */
export type LanguageChoice = 'auto' | Language

const KEY = 'language'

/** The language to show for a choice, given the browser's languages in its order. */
export function languageFor(choice: LanguageChoice, browserLanguages: readonly string[]): Language {
  if (choice !== 'auto') return choice
  for (const tag of browserLanguages) {
    const base = tag.toLowerCase().split('-')[0]
    if (base === 'en' || base === 'es') return base
  }
  return 'en'
}

/** The choice as remembered by this page's own storage, so that the first paint needs no answer. */
export function rememberedChoice(): LanguageChoice {
  const stored = globalThis.localStorage?.getItem(KEY)
  return stored === 'en' || stored === 'es' ? stored : 'auto'
}

/** Remembers the choice for the next first paint, and tells the other open screens of the wallet. */
export function rememberChoice(choice: LanguageChoice): void {
  globalThis.localStorage?.setItem(KEY, choice)
}
