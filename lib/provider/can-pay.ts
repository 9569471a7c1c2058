import { decide } from '@/lib/core/admission/decide'
import type { DecisionCode } from '@/lib/core/admission/types'
import { isRecord } from '@/lib/core/json/parse'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { UNDECIDED } from '@/lib/ledger/write/reserve'
import { admissionInput } from '@/lib/ledger/write/snapshot'
import type { Json } from '@/lib/page/protocol'
import { intentKey } from '@/lib/payments/envelope'
import { nowSeconds, walletFacts } from '@/lib/payments/facts'
import { isDiscreet, newIntent, newQuote } from '@/lib/payments/intake'
import { siteOfOrigin } from '@/lib/payments/sites'
import type { Wallet } from '@/lib/payments/wallet'
import { type Caller, LIMITED, Refusal, rateLimit, UNAUTHORIZED } from './caller'
import { mandatesAlone } from './mandates-alone'
import { readPurchase, speakFor } from './payments'
import { publicCode } from './public'

const isTooMany = rateLimit(10)

const REASONS = {
  auto: 'a mandate of this origin covers it',
  ask: 'a person would be asked',
  refused: 'the wallet does not pay this',
} as const

/**
 * Says without paying whether a purchase needs a person. Nothing is written.
 *
 * Only the mandates that the origin was given decide between `auto` and `ask`: limits, totals, balances and
 * prices of the owner's are left out, so that no number of questions finds one. What they hold, the payment
 * itself hears as a question.
 *
 * @throws Refusal where the origin is not connected, or asks too often
 */
export async function canPay(wallet: Wallet, caller: Caller, value: Json): Promise<Json> {
  const { ledger } = wallet
  if ((await ledger.connections.get(caller.origin)) === undefined)
    throw new Refusal(UNAUTHORIZED, 'this origin is not connected')
  if (isTooMany(caller.origin)) throw new Refusal(LIMITED, 'too many questions in a minute')
  const isHttp = isRecord(value) && value.transport === 'http'
  const { wish: stated, found } = readPurchase(caller, isHttp ? { ...value, transport: 'provider' } : value)
  const wish = isHttp ? { ...stated, kind: 'fetch' as const, transport: 'http' as const } : stated
  speakFor(wallet, wish)
  const at = Date.now()
  const quote = newQuote(wish, found, at)
  const intent = {
    ...newIntent(wish, await siteOfOrigin(wish.asker), intentKey(wish), quote, at),
    state: 'asking' as const,
    decision: UNDECIDED,
    envelopeDigest: null,
  }
  const [settings, now] = await Promise.all([readSettings(ledger), ledgerTime(ledger, nowSeconds())])
  const facts = await walletFacts(wallet, settings)
  const decision = decide(
    mandatesAlone(await admissionInput(ledger, { intent, quote, settings, wallet: facts, now })),
  )
  const { code } = decision
  if (code.startsWith('BLOCK_') && !isDiscreet({ decision, kind: intent.kind }))
    return verdict('refused', code)
  return code === 'READY_TO_SIGN' || code === 'RETURN_CACHED_RECEIPT'
    ? verdict('auto', code)
    : verdict('ask', code.startsWith('BLOCK_') ? 'HOLD_APPROVAL_REQUIRED' : publicCode(code))
}

const verdict = (result: keyof typeof REASONS, code: DecisionCode): Json => ({
  result,
  code,
  reason: REASONS[result],
})
