import { defineContentScript } from 'wxt/utils/define-content-script'
import { carryMessages } from '@/lib/page/bridge'

export default defineContentScript({
  matches: ['<all_urls>'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: carryMessages,
})
