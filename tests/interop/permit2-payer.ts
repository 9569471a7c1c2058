import { decide } from '@/lib/core/admission/decide'
import type { Decision } from '@/lib/core/admission/types'
import { DEFAULT_SETTINGS } from '@/lib/ledger/read/documents'
import type { ApprovalRow, AuthorizationRow, IntentRow, PermitPlan } from '@/lib/ledger/schema'
import { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { reserve } from '@/lib/ledger/write/reserve'
import { admissionInput, type WalletFacts } from '@/lib/ledger/write/snapshot'
import { intentRow } from '@/lib/ledger/write/testing'
import { draftOf } from '@/lib/payments/draft'
import { envelopeOf } from '@/lib/payments/envelope'
import { sponsoring } from '@/lib/payments/permit2-making'
import { signPermit2 } from '@/lib/schemes/evm/sign-permit2'
import { findQuote } from '@/lib/wire/http/find-quote'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import type { TestAccount } from '../devnet/accounts'

/** What was decided of a quote, and what came of paying it where it could be paid. */
export interface Bought {
  decision: Decision
  row: AuthorizationRow
  header: { name: string; value: string }
  response: Response
}

let serial = 0

/**
 * Buys something as the wallet does once a person approved it: the quote is read and decided on, the purchase
 * reserved in a ledger, signed, and sent as one header.
 *
 * @param facts what is known of the account, beside that it is unlocked
 * @param permit the allowance that the person lets be signed with it
 */
export async function buy(
  url: string,
  { address, privateKey }: TestAccount,
  facts: Partial<WalletFacts> = {},
  permit?: Omit<PermitPlan, 'account'>,
): Promise<Bought> {
  const ledger = new Ledger(`permit2-${++serial}`)
  await writeSettings(ledger, { testnets: true })
  const settings = { ...DEFAULT_SETTINGS, testnets: true, account: address }
  const unpaid = await fetch(url)
  const found = findQuote({ headers: [...unpaid.headers], body: await unpaid.text() })
  if (!found.ok) throw new Error(found.error.detail)
  const now = Date.now()
  const quote = {
    id: 'q',
    version: found.value.version,
    source: 'browser' as const,
    raw: found.value.raw,
    notes: [],
    receivedAt: now,
  }
  const { origin, hostname } = new URL(url)
  const plan = permit === undefined ? {} : { permit: { ...permit, account: address } }
  const intent: IntentRow = {
    ...intentRow('1', {
      asker: origin,
      topOrigin: origin,
      site: hostname,
      url,
      answeredUrl: url,
      quoteId: 'q',
    }),
    ...plan,
    createdAt: now,
  }
  const wallet = { locked: false, account: address, own: [address], unlockedAt: 1, balances: [], ...facts }
  const seconds = Math.floor(now / 1_000)
  const decision = decide(await admissionInput(ledger, { intent, quote, settings, wallet, now: seconds }))
  const named = envelopeOf(intent, quote, decision)
  if (named === null || decision.code !== 'HOLD_APPROVAL_REQUIRED') throw new Error(decision.code)
  const approval: ApprovalRow = {
    ...{ id: 'a', intentId: intent.id, key: intent.key, envelopeDigest: named.digest, decision: 'approve' },
    ...{
      asker: origin,
      method: 'GET',
      url,
      bodyDigest: null,
      used: 0,
      upTo: 0,
      documentId: 'D',
      unlockedAt: 1,
    },
    ...{ network: named.terms.network, asset: named.terms.asset, payTo: named.terms.payTo },
    amount: named.terms.amount,
    maxWindowSeconds: named.terms.windowSeconds,
    expiresAt: seconds + 300,
  }
  await ledger.quotes.add(quote)
  await ledger.intents.add({ ...intent, decision, envelopeDigest: named.digest })
  await ledger.approvals.add(approval)
  const request = { intentId: intent.id, wallet, now, draft: draftOf(now, settings) }
  const reserved = await reserve(ledger, request)
  if (!('authorization' in reserved)) throw new Error(reserved.held)
  const row = reserved.authorization
  const signed = await signPermit2(row, privateKey)
  if (!signed.ok) throw new Error(signed.error.detail)
  const raw: unknown = JSON.parse(quote.raw)
  const added = sponsoring(raw, signed.value.permit)
  const { payload } = signed.value
  const payment = buildPayment(quote.version, raw, row.offerIndex, payload, row.paymentIdentifier, added)
  const header = payment.ok ? paymentHeader(payment.value) : payment
  if (!header.ok) throw new Error(header.error.detail)
  const { name, value } = header.value
  const response = await fetch(url, { headers: { [name]: value } })
  await ledger.delete()
  return { decision, row, header: { name, value }, response }
}
