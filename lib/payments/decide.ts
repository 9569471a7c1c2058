import { decide } from '@/lib/core/admission/decide'
import type { Decision } from '@/lib/core/admission/types'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'
import { UNDECIDED } from '@/lib/ledger/write/reserve'
import { admissionInput } from '@/lib/ledger/write/snapshot'
import { envelopeOf } from './envelope'
import { nowSeconds, walletFacts } from './facts'
import type { Wallet } from './wallet'

/** A quote waits this long for a person: longer, and its terms may be stale. */
export const QUOTE_LIFETIME_MS = 5 * 60_000

/** Decides about an intent now, and names the envelope that a person would approve. */
export async function decideFor(
  wallet: Wallet,
  intent: Omit<IntentRow, 'decision' | 'envelopeDigest'>,
  quote: QuoteRow,
): Promise<{ decision: Decision; envelopeDigest: string | null }> {
  const { ledger } = wallet
  const row = { ...intent, decision: UNDECIDED, envelopeDigest: null }
  const [settings, now] = await Promise.all([readSettings(ledger), ledgerTime(ledger, nowSeconds())])
  const facts = await walletFacts(wallet, settings, intent)
  const decision = decide(await admissionInput(ledger, { intent: row, quote, settings, wallet: facts, now }))
  const envelope = envelopeOf(row, quote, decision)
  return { decision, envelopeDigest: envelope?.digest ?? null }
}
