import type { IntentRow } from '@/lib/ledger/schema'
import { openQuote, type Wish } from '@/lib/payments/intake'
import type { Wallet } from '@/lib/payments/wallet'
import { type Caller, LIMITED, Refusal } from '../caller'

/** What a page asks to be signed or sent, as a purchase of its own. */
export function wishOf(
  caller: Caller,
  of: Pick<Wish, 'kind' | 'action' | 'method' | 'certain'>,
): Wish & { readonly reportId: string } {
  const { origin: asker, topOrigin, tabId, frameId, documentId, reportId, mayOpen } = caller
  const url = addressOf(caller)
  const who = { asker, topOrigin, tabId, frameId, documentId, reportId, mayOpen }
  return { ...of, ...who, transport: 'provider', terms: null, url, answeredUrl: url, bodyDigest: null }
}

/** Takes a purchase in whose terms are in what is signed; the same call of a document is one purchase. */
export async function openOwn(
  wallet: Wallet,
  wish: Wish & { readonly reportId: string },
  offer: Readonly<Record<string, unknown>>,
): Promise<IntentRow> {
  const known = await wallet.ledger.intents.where('reportId').equals(wish.reportId).first()
  if (known !== undefined) return known
  const quote = { x402Version: 2, resource: { url: wish.url }, accepts: [{ scheme: 'exact', ...offer }] }
  const raw = JSON.stringify(quote)
  const opened = await openQuote(wallet, wish, { version: 2, quote, raw, where: 'header', notes: [] })
  if (opened === null) throw new Refusal(LIMITED, 'too much is waiting already')
  return opened
}

/** The document's address where the browser names one of the caller's origin, else the origin itself. */
function addressOf({ url, origin }: Caller): string {
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : null
  if (address?.origin !== origin) return `${origin}/`
  address.hash = ''
  return address.href
}
