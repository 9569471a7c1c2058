import { browser } from 'wxt/browser'

import type { Json, Told } from '@/lib/page/protocol'

/**
 * Tells every document of an origin, in whatever tab and frame. A document that inherits its origin
 * (about:blank, srcdoc) has no address to know it by, and hears nothing.
 */
export async function tellOrigin(origin: string, event: string, value: Json): Promise<void> {
  const told: Told = { door: 'event', event: { event, value } }
  const tabs = await browser.tabs.query({})
  await Promise.all(tabs.map(({ id }) => (id === undefined ? null : tellTab(id, origin, told))))
}

async function tellTab(tabId: number, origin: string, told: Told): Promise<void> {
  const frames = (await browser.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? []
  for (const frame of frames) {
    if (!URL.canParse(frame.url) || new URL(frame.url).origin !== origin) continue
    const { documentId } = frame as { documentId?: string }
    // By its document where the browser names one: the frame may show another a moment later.
    const where = documentId === undefined ? { frameId: frame.frameId } : { documentId }
    await browser.tabs.sendMessage(tabId, told, where).catch(() => undefined)
  }
}
