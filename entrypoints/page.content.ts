import { defineContentScript } from 'wxt/utils/define-content-script'
import { watchPage } from '@/lib/page/install'

export default defineContentScript({
  matches: ['<all_urls>'],
  world: 'MAIN',
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: watchPage,
})
