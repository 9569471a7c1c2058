import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

import { type Catalogue, en } from './en'
import { es } from './es'
import { type Format, formats } from './format'
import { type Language, languageFor, rememberChoice, rememberedChoice } from './language'

const CATALOGUES: Record<Language, Catalogue> = { en, es }

/** The words and formats of the language in use. */
export type Words = {
  readonly t: Catalogue
  readonly format: Format
  readonly language: Language
  readonly choose: (choice: 'auto' | Language) => void
}

const WordsContext = createContext<Words | null>(null)

/** Gives every screen below it one language: the owner's choice, else the browser's. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [choice, setChoice] = useState(rememberedChoice)
  const language = languageFor(choice, navigator.languages)
  useEffect(() => {
    const follow = () => setChoice(rememberedChoice())
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const words = useMemo(
    () => ({
      t: CATALOGUES[language],
      format: formats(language),
      language,
      choose: (next: 'auto' | Language) => {
        rememberChoice(next)
        setChoice(next)
      },
    }),
    [language],
  )
  return <WordsContext value={words}>{children}</WordsContext>
}

/** The words of the language in use; only below a WordsProvider. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (words === null) throw new Error('no WordsProvider above')
  return words
}
