import { formatAmount } from '@/lib/core/money/amount'
import type { WayBackView } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import { wayBack } from '@/lib/ledger/read/sign-in'
import type { IntentRow, Ledger, QuoteRow } from '@/lib/ledger/schema'
import { returnKeys } from '@/lib/payments/envelope'

/** A server that wanted a payment after a sign-in is not recommended again without a word for so long. */
const REMEMBERED_MS = 10 * 60_000

/**
 * The way back to what was paid for already, as the screen shows it beside the way of paying.
 *
 * @param accounts every EVM address of the wallet
 */
export async function wayBackView(
  ledger: Ledger,
  intent: IntentRow,
  quote: QuoteRow,
  accounts: () => Promise<readonly string[]>,
): Promise<WayBackView | null> {
  const keys = returnKeys(intent)
  const at = Date.now()
  const own = await accounts()
  const found = await wayBack(ledger, { intent, keys, quote, own, now: Math.floor(at / 1_000) })
  if (found === null) return null
  const [{ agentsDrive }, lately] = await Promise.all([
    readSettings(ledger),
    ledger.intents
      .where('[key+createdAt]')
      .between([intent.key, at - REMEMBERED_MS], [intent.key, Number.MAX_SAFE_INTEGER])
      .filter(({ signIn }) => signIn?.status === 402)
      .last(),
  ])
  const { paid, text } = found
  return {
    paidBy: paid.intentId,
    paidAt: paid.createdAt,
    amountText: formatAmount(BigInt(paid.moved ?? paid.amount), paid.decimals),
    symbol: paid.symbol,
    account: text.account,
    message: text.message,
    needsPassword: agentsDrive,
    refusedAt: lately?.signIn?.at ?? null,
  }
}
