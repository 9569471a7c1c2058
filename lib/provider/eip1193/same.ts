import { sameAddress } from '@/lib/core/caip/address'
import { parseAtomic } from '@/lib/core/money/amount'
import { readQuote } from '@/lib/core/quote/read'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import { voidIntent } from '@/lib/payments/consent'
import type { Wallet } from '@/lib/payments/wallet'

/** What is paid, to whom. */
export type Terms = Pick<AuthorizationRow, 'network' | 'asset' | 'payTo' | 'amount'>

/** Whether a purchase was offered for exactly these terms. */
export async function isForSame(
  wallet: Wallet,
  { quoteId }: Pick<IntentRow, 'quoteId'>,
  { network, asset, payTo, amount }: Terms,
): Promise<boolean> {
  const quote = await wallet.ledger.quotes.get(quoteId)
  const read = quote && readQuote(JSON.parse(quote.raw))
  return (
    read?.ok === true &&
    read.value.offers.some(
      (each) =>
        each.ok &&
        each.offer.network === network &&
        sameAddress(network, each.offer.asset, asset) &&
        sameAddress(network, each.offer.payTo, payTo) &&
        parseAtomic(each.offer.amount)?.toString() === amount,
    )
  )
}

/**
 * A paywall's own script has paid: the question about its navigation, for the same sum to the same payee in
 * the same document, is over, so that nobody pays twice.
 */
export async function endPaidNavigation(wallet: Wallet, paid: AuthorizationRow): Promise<void> {
  const waiting = await wallet.ledger.intents
    .where('documentId')
    .equals(paid.documentId ?? '')
    .filter((i) => i.kind === 'navigation' && i.state === 'asking')
    .toArray()
  for (const intent of waiting) if (await isForSame(wallet, intent, paid)) await voidIntent(wallet, intent.id)
}
