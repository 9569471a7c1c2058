import { useMemo } from 'react'

import { useWords, type Words } from './context'
import type { Catalogue } from './en'
import { newMandate as newMandateEn } from './en-new-mandate'
import { owner as ownerEn } from './en-owner'
import { sites as sitesEn } from './en-sites'
import { newMandate as newMandateEs } from './es-new-mandate'
import { owner as ownerEs } from './es-owner'
import { sites as sitesEs } from './es-sites'
import type { Language } from './language'

const en = { newMandate: newMandateEn, owner: ownerEn, sites: sitesEn }

/** The words of the pages that are loaded only where they are shown, with nothing missing in any language. */
export const PAGES: Readonly<Record<Language, typeof en>> = {
  en,
  es: { newMandate: newMandateEs, owner: ownerEs, sites: sitesEs },
}

/** All words, with those of the pages: for what is loaded with them, so that the first load does not carry them. */
export function usePageWords(): Omit<Words, 't'> & { readonly t: Catalogue & typeof en } {
  const words = useWords()
  return useMemo(() => ({ ...words, t: { ...words.t, ...PAGES[words.language] } }), [words])
}
