import type { IntentRow } from '@/lib/ledger/schema'

/** A document took the place of another in a tab's frame, or the tab was closed (`now` is then no document). */
export type Gone = {
  readonly tabId: number
  /** 0 for the whole tab */
  readonly frameId: number
  readonly now: string | null
  /** when the browser saw it, Unix milliseconds */
  readonly at: number
}

/**
 * Whether the document that asked is among those that went. The word of it can be heard late, on a busy
 * machine after the next document has asked: what was asked since then is not meant.
 */
export const isLost = (
  {
    tabId,
    frameId,
    documentId,
    createdAt,
  }: Pick<IntentRow, 'tabId' | 'frameId' | 'documentId' | 'createdAt'>,
  gone: Gone,
): boolean =>
  tabId === gone.tabId &&
  (gone.frameId === 0 || frameId === gone.frameId) &&
  documentId !== gone.now &&
  createdAt <= gone.at
