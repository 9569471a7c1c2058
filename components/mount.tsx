import './tokens.css'
import './controls.css'
import './screens.css'
import './budgets.css'
import './sign-in.css'
import './outstanding.css'
import './queue.css'
import './places.css'
import './settings.css'
import './money.css'

import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { WordsProvider } from './i18n/context'
import { keepTheme } from './i18n/theme'
import { Boundary } from './parts/Boundary'

/** Puts one screen into the page of its entry point. */
export function mount(screen: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  keepTheme()
  createRoot(root).render(
    <StrictMode>
      <WordsProvider>
        <Boundary>{screen}</Boundary>
      </WordsProvider>
    </StrictMode>,
  )
}
