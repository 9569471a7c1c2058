import { useEffect } from 'react'

import { useWords } from '../i18n/context'

/** Names the window after what it shows. */
export function useTitle(title: string): void {
  const { t } = useWords()
  useEffect(() => {
    document.title = `${title} · ${t.brand}`
  }, [title, t])
}
