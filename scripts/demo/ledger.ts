import type { Page } from '@playwright/test'
import type { DecisionCode } from '@/lib/core/admission/types'
import type { ReservationRow } from '@/lib/ledger/budget-rows'
import type { ApprovalRow, AuthorizationRow, IntentRow, QuoteRow, ReceiptRow } from '@/lib/ledger/schema'

/** All that the ledger keeps of one payment. */
export type Kept = {
  readonly intent: IntentRow
  readonly quote: QuoteRow
  readonly approval: ApprovalRow
  readonly authorization: AuthorizationRow
  readonly reservations: readonly ReservationRow[]
  /** from first to last */
  readonly receipts: readonly ReceiptRow[]
}

/** Tables of the ledger, row by row, as the browser's own database interface gives them. */
type Tables = {
  readonly intents: readonly IntentRow[]
  readonly quotes: readonly QuoteRow[]
  readonly approvals: readonly ApprovalRow[]
  readonly authorizations: readonly AuthorizationRow[]
  readonly reservations: readonly ReservationRow[]
  readonly receipts: readonly ReceiptRow[]
}

/** What was decided last about the request for a URL. @throws Error when the ledger has no such request */
export async function decisionFor(screen: Page, url: string): Promise<DecisionCode> {
  const intent = (await readTables(screen)).intents.findLast((row) => row.url === url)
  if (!intent) throw new Error(`the wallet has seen no quote for ${url}`)
  return intent.decision.code
}

/**
 * Reads what the ledger keeps of the payment for a URL.
 *
 * @param screen a page of the extension: no other page can open its database
 * @param url of the request, without a fragment
 * @returns null while something of it is missing
 */
async function keptFor(screen: Page, url: string): Promise<Kept | null> {
  const tables = await readTables(screen)
  const intent = tables.intents.findLast((row) => row.url === url)
  if (!intent) return null
  const quote = tables.quotes.find((row) => row.id === intent.quoteId)
  const authorization = tables.authorizations.find((row) => row.intentId === intent.id)
  const approval = tables.approvals.find((row) => row.id === authorization?.approvalId)
  if (!quote || !authorization || !approval) return null
  const of = <T extends { readonly authorizationId: string }>(rows: readonly T[]) =>
    rows.filter((row) => row.authorizationId === authorization.id)
  const { reservations, receipts } = tables
  return { intent, quote, approval, authorization, reservations: of(reservations), receipts: of(receipts) }
}

/**
 * Waits until the chain has proved the payment for a URL.
 *
 * @throws Error that tells where the payment stands, when there is no proof after 30 seconds
 */
export async function provedFor(screen: Page, url: string): Promise<Kept> {
  const until = Date.now() + 30_000
  for (;;) {
    const kept = await keptFor(screen, url)
    if (kept?.authorization.proved === 1) return kept
    if (Date.now() > until) {
      const stands = kept === null ? 'never signed' : `${kept.authorization.state}, not proved`
      throw new Error(`the payment for ${url} is ${stands} after 30 seconds`)
    }
    await screen.waitForTimeout(200)
  }
}

function readTables(screen: Page): Promise<Tables> {
  // No named function in here: what tsx makes of one does not run in a page.
  return screen.evaluate(
    () =>
      new Promise<Tables>((resolve, reject) => {
        const opening = indexedDB.open('countersign')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const names = ['intents', 'quotes', 'approvals', 'authorizations', 'reservations', 'receipts']
          const transaction = database.transaction(names, 'readonly')
          const reads = names.map((name) => [name, transaction.objectStore(name).getAll()] as const)
          transaction.onerror = () => reject(transaction.error)
          transaction.oncomplete = () => {
            database.close()
            resolve(Object.fromEntries(reads.map(([name, read]) => [name, read.result])) as unknown as Tables)
          }
        }
      }),
  )
}
