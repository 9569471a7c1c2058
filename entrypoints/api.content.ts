import { defineContentScript } from 'wxt/utils/define-content-script'
import { installProvider } from '@/lib/page/api/install'

/** Runs before `page`, in the order of their names: it takes the browser's own fetch, and its wrapper is the inner one. */
export default defineContentScript({
  matches: ['<all_urls>'],
  world: 'MAIN',
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: installProvider,
})
