import type { OfferVerdict } from '@/lib/core/admission/types'
import { findDefaultAsset, networkById, usdOf } from '@/lib/core/assets/lookup'
import { coinOf, isNative, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import { X402_SPENDERS } from '@/lib/core/assets/permit2'
import { isRecord } from '@/lib/core/json/parse'
import { formatAmount, parseAtomic, USD_DECIMALS } from '@/lib/core/money/amount'
import { type ReadOffer, readQuote } from '@/lib/core/quote/read'
import { isSponsoring } from '@/lib/core/quote/sponsoring'
import type { ApprovalNow, ApprovalView, OfferView, Permit2View } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow, IntentRow, Ledger } from '@/lib/ledger/schema'
import { envelopeOf, type NamedEnvelope } from '@/lib/payments/envelope'
import { limitsAfter } from './limits'
import { permit2Fields } from './permit2-fields'
import { signedOnSolana, svmPartOf } from './svm'

/**
 * Everything the approval screen shows of one payment.
 *
 * @param accounts every EVM address of the wallet
 * @param now what the background has just decided about it: the view of a payment that waits goes by that
 */
export async function approvalView(
  ledger: Ledger,
  paymentId: string,
  now: ApprovalNow,
  accounts: () => Promise<readonly string[]>,
): Promise<ApprovalView | null> {
  const stored = await ledger.intents.get(paymentId)
  const quote = stored && (await ledger.quotes.get(stored.quoteId))
  if (!stored || !quote) return null
  const { needsPassword, ...decided } = now.decision.code === 'BLOCK_PAUSED' ? pausedOver(stored, now) : now
  const intent: IntentRow = stored.state === 'asking' ? { ...stored, ...decided } : stored
  const { decision } = intent
  const read = readQuote(JSON.parse(quote.raw))
  const offers = read.ok ? read.value.offers : []
  const verdict = decision.offers.find((o) => o.index === decision.offer)
  const authorization = (await ledger.authorizations.where('intentId').equals(paymentId).first()) ?? null
  const named = envelopeOf(intent, quote, decision)
  const chosen = offers.find((o) => o.index === decision.offer)
  return {
    paymentId,
    state: stateOf(intent, authorization),
    code: decision.code,
    asker: intent.asker,
    topOrigin: intent.topOrigin,
    kind: intent.kind,
    transport: intent.transport,
    action: intent.action,
    agent: intent.agent,
    purpose: intent.purpose,
    method: intent.method,
    url: intent.url,
    answeredUrl: intent.answeredUrl,
    bodyDigest: intent.bodyDigest,
    description: read.ok ? read.value.description : null,
    quoteSource: quote.source,
    notes: quote.notes,
    offer: chosen && verdict ? offerView(chosen, verdict) : null,
    windowSeconds: decision.windowSeconds,
    envelopeDigest: intent.envelopeDigest,
    signed: named === null ? [] : signedBy(named, chosen, decision.windowSeconds ?? 0, authorization),
    permit2: named === null ? null : permit2View(named, JSON.parse(quote.raw)),
    unusual: (verdict?.unusual ?? []).filter((u) => u.code !== 'HOLD_APPROVAL_REQUIRED'),
    payee: named === null ? null : await payeeHistory(ledger, named),
    limits: named === null ? [] : await limitsAfter(ledger, intent, named, authorization !== null),
    others: decision.offers.flatMap((v) => {
      const offer = offers.find((o) => o.index === v.index)
      return offer && v.index !== decision.offer ? [offerView(offer, v)] : []
    }),
    needsPassword,
    wayBack: await wayBackOf(ledger, intent, quote, accounts),
    signedIn: intent.signIn ?? null,
    outcome: authorization === null ? null : await outcomeOf(ledger, authorization),
    createdAt: intent.createdAt,
    deadline: intent.deadline,
  }
}

/** A pause is decided before any offer is looked at: what is asked for stays in sight, and cannot be paid. */
const pausedOver = ({ decision }: IntentRow, now: ApprovalNow): ApprovalNow => ({
  ...now,
  decision: { ...decision, code: now.decision.code },
})

/** Loaded only where a quote offers it: most screens and most quotes have no need of it. */
async function wayBackOf(...of: Parameters<typeof import('./sign-in').wayBackView>) {
  const [, { state }, { raw }] = of
  if (state !== 'asking' || !raw.includes('sign-in-with-x')) return null
  return await (await import('./sign-in')).wayBackView(...of)
}

function stateOf(intent: IntentRow, authorization: AuthorizationRow | null): ApprovalView['state'] {
  if (intent.state === 'asking' || intent.state === 'declined' || intent.state === 'gone') return intent.state
  if (intent.signIn !== undefined) return 'signedIn'
  const isOver = intent.state === 'done' || intent.state === 'refused'
  if (authorization === null) return isOver ? 'refused' : 'paying'
  switch (authorization.state) {
    case 'settled':
      return 'settled'
    case 'failed':
      return 'failed'
    case 'released':
      return 'unused'
    case 'unknown':
      return 'unknown'
    default:
      return intent.state === 'done' ? 'unknown' : 'paying'
  }
}

function offerView(read: ReadOffer, verdict: OfferVerdict): OfferView {
  const { index, code, facts } = verdict
  const raw = isRecord(read.raw) ? read.raw : {}
  const text = (key: string) => (typeof raw[key] === 'string' ? raw[key] : '')
  const of = read.ok
    ? read.offer
    : {
        scheme: text('scheme'),
        network: text('network'),
        asset: text('asset'),
        payTo: text('payTo'),
        amount: null,
      }
  const known = isNative(of.asset)
    ? { symbol: coinOf(of.network).symbol, decimals: NATIVE_DECIMALS }
    : findDefaultAsset(of.network, of.asset)
  const amount = parseAtomic(of.amount)
  const network = networkById(of.network)
  const usd = amount === null ? null : usdOf(of.network, of.asset, amount)
  return {
    index,
    code,
    facts,
    scheme: of.scheme,
    network: of.network,
    networkName: network?.name ?? of.network,
    testnet: network?.testnet ?? false,
    symbol: known?.symbol ?? null,
    asset: of.asset,
    payTo: of.payTo,
    amountText: known && amount !== null ? formatAmount(amount, known.decimals) : null,
    amount: amount?.toString() ?? '',
    usd: usd === null ? null : formatAmount(usd.usd, USD_DECIMALS),
    svm: read.ok ? svmPartOf(read.offer) : null,
  }
}

/** Every field that is signed, of either family. */
function signedBy(
  named: NamedEnvelope,
  chosen: ReadOffer | undefined,
  windowSeconds: number,
  authorization: AuthorizationRow | null,
): ApprovalView['signed'] {
  const svm = chosen?.ok === true ? svmPartOf(chosen.offer) : null
  return svm === null
    ? signedFields(named, windowSeconds, authorization)
    : signedOnSolana(named, svm, authorization)
}

function permit2View({ terms }: NamedEnvelope, quote: unknown): Permit2View | null {
  const { scheme, method, facilitator = null, permitNonce } = terms
  if (method !== 'permit2' || (scheme !== 'exact' && scheme !== 'upto')) return null
  const declared = isRecord(quote) && isRecord(quote.extensions) ? Object.keys(quote.extensions) : []
  return {
    scheme,
    spender: X402_SPENDERS[scheme],
    facilitator,
    sponsored: isSponsoring(quote),
    permitted: permitNonce !== undefined,
    unlimitedOffered: declared.includes('erc20ApprovalGasSponsoring'),
  }
}

/**
 * The typed data field by field, as the signer will build it (EIP-712): TransferWithAuthorization, or Permit2's
 * PermitWitnessTransferFrom with the allowance that is signed beside it.
 */
function signedFields(
  named: NamedEnvelope,
  windowSeconds: number,
  signed: AuthorizationRow | null,
): ApprovalView['signed'] {
  const { envelope, terms, digest } = named
  if (terms.method === 'permit2') return permit2Fields(named, windowSeconds, signed)
  const asset = findDefaultAsset(terms.network, terms.asset)
  return [
    { name: 'primaryType', value: 'TransferWithAuthorization' },
    { name: 'domain.name', value: asset?.name ?? '' },
    { name: 'domain.version', value: asset?.version ?? '' },
    { name: 'domain.chainId', value: terms.network.slice('eip155:'.length) },
    { name: 'domain.verifyingContract', value: asset?.asset ?? terms.asset },
    { name: 'from', value: signed?.from ?? envelope.payer },
    { name: 'to', value: terms.payTo },
    { name: 'value', value: terms.amount },
    {
      name: 'validAfter',
      value: signed !== null ? String(signed.validAfter) : envelope.version === 1 ? '-600' : '0',
    },
    { name: 'validBefore', value: signed === null ? `+${windowSeconds}` : String(signed.validBefore) },
    { name: 'nonce', value: signed?.nonce ?? '' },
    { name: 'envelope', value: digest },
  ]
}

async function payeeHistory(ledger: Ledger, { terms }: NamedEnvelope): Promise<ApprovalView['payee']> {
  const rows = await ledger.payees.where('payTo').equals(terms.payTo).toArray()
  if (rows.length === 0) return null
  const total = rows.reduce((sum, row) => sum + row.totalUsd, 0n)
  return { count: rows.reduce((sum, row) => sum + row.count, 0), totalUsd: formatAmount(total, USD_DECIMALS) }
}

async function outcomeOf(ledger: Ledger, authorization: AuthorizationRow): Promise<ApprovalView['outcome']> {
  const receipt = await ledger.receipts.where('authorizationId').equals(authorization.id).last()
  return {
    transaction: authorization.transaction,
    proved: authorization.proved === 1,
    receiptId: receipt?.id ?? null,
    validBefore: authorization.validBefore * 1000,
    status: authorization.status,
    what: authorization.outcome ?? authorization.state,
  }
}
