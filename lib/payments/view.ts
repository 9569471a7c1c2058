import type { OfferVerdict } from '@/lib/core/admission/types'
import { findDefaultAsset, networkById, usdOf } from '@/lib/core/assets/lookup'
import { isRecord } from '@/lib/core/json/parse'
import { formatAmount, parseAtomic, USD_DECIMALS } from '@/lib/core/money/amount'
import { type ReadOffer, readQuote } from '@/lib/core/quote/read'
import type { ApprovalSummary, ApprovalView, OfferView } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import { readMandateHoldings } from './balances'
import { needsPassword } from './consent'
import { decideFor } from './decide'
import { envelopeOf, type NamedEnvelope } from './envelope'
import { limitsAfter } from './limits'
import type { Wallet } from './wallet'

/** Everything the approval screen shows of one payment, decided anew while it waits. */
export async function approvalView(wallet: Wallet, paymentId: string): Promise<ApprovalView | null> {
  const stored = await wallet.ledger.intents.get(paymentId)
  const quote = stored && (await wallet.ledger.quotes.get(stored.quoteId))
  if (!stored || !quote) return null
  const waiting = stored.state === 'asking'
  if (waiting) await readMandateHoldings(wallet, stored.asker)
  const intent: IntentRow = waiting ? { ...stored, ...(await decideFor(wallet, stored, quote)) } : stored
  if (
    waiting &&
    (intent.envelopeDigest !== stored.envelopeDigest || intent.decision.code !== stored.decision.code)
  ) {
    const { decision, envelopeDigest } = intent
    await wallet.ledger.intents.where({ id: paymentId, state: 'asking' }).modify({ decision, envelopeDigest })
  }
  const settings = await readSettings(wallet.ledger)
  const { decision } = intent
  const read = readQuote(JSON.parse(quote.raw))
  const offers = read.ok ? read.value.offers : []
  const verdict = decision.offers.find((o) => o.index === decision.offer)
  const authorization =
    (await wallet.ledger.authorizations.where('intentId').equals(paymentId).first()) ?? null
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
    offer: chosen && verdict ? offerView(chosen, verdict) : null,
    windowSeconds: decision.windowSeconds,
    envelopeDigest: intent.envelopeDigest,
    signed: named === null ? [] : signedFields(named, decision.windowSeconds ?? 0, authorization),
    unusual: (verdict?.unusual ?? []).filter((u) => u.code !== 'HOLD_APPROVAL_REQUIRED'),
    payee: named === null ? null : await payeeHistory(wallet, named),
    limits: named === null ? [] : await limitsAfter(wallet, intent, named, authorization !== null),
    others: decision.offers.flatMap((v) => {
      const offer = offers.find((o) => o.index === v.index)
      return offer && v.index !== decision.offer ? [offerView(offer, v)] : []
    }),
    needsPassword: needsPassword(decision.code, verdict?.unusual ?? [], settings.agentsDrive),
    outcome: authorization === null ? null : await outcomeOf(wallet, authorization),
    createdAt: intent.createdAt,
    deadline: intent.deadline,
  }
}

function stateOf(intent: IntentRow, authorization: AuthorizationRow | null): ApprovalView['state'] {
  if (intent.state === 'asking' || intent.state === 'declined' || intent.state === 'gone') return intent.state
  const isOver = intent.state === 'done' || intent.state === 'refused'
  if (authorization === null) return isOver ? 'failed' : 'paying'
  switch (authorization.state) {
    case 'settled':
      return 'settled'
    case 'failed':
    case 'released':
      return 'failed'
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
  const known = findDefaultAsset(of.network, of.asset)
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
  }
}

/** The typed data field by field, as the signer will build it (EIP-712, TransferWithAuthorization). */
function signedFields(
  { envelope, terms, digest }: NamedEnvelope,
  windowSeconds: number,
  signed: AuthorizationRow | null,
): ApprovalView['signed'] {
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

async function payeeHistory(wallet: Wallet, { terms }: NamedEnvelope): Promise<ApprovalView['payee']> {
  const rows = await wallet.ledger.payees.where('payTo').equals(terms.payTo).toArray()
  if (rows.length === 0) return null
  const total = rows.reduce((sum, row) => sum + row.totalUsd, 0n)
  return { count: rows.reduce((sum, row) => sum + row.count, 0), totalUsd: formatAmount(total, USD_DECIMALS) }
}

async function outcomeOf(wallet: Wallet, authorization: AuthorizationRow): Promise<ApprovalView['outcome']> {
  const receipt = await wallet.ledger.receipts.where('authorizationId').equals(authorization.id).last()
  return {
    transaction: authorization.transaction,
    proved: authorization.proved === 1,
    receiptId: receipt?.id ?? null,
    validBefore: authorization.validBefore * 1000,
    status: authorization.status,
    what: authorization.outcome ?? authorization.state,
  }
}

/** What waits for a person, the oldest first. */
export async function waitingList(wallet: Wallet): Promise<readonly ApprovalSummary[]> {
  const rows = await wallet.ledger.intents.where('state').equals('asking').sortBy('createdAt')
  return await Promise.all(
    rows.map(async (intent) => {
      const quote = await wallet.ledger.quotes.get(intent.quoteId)
      const terms = quote && envelopeOf(intent, quote, intent.decision)?.terms
      const asset = terms && findDefaultAsset(terms.network, terms.asset)
      const amountText =
        terms && asset ? `${formatAmount(BigInt(terms.amount), asset.decimals)} ${asset.symbol}` : ''
      const { id: paymentId, asker, createdAt } = intent
      return { paymentId, question: null, asker, amountText, createdAt }
    }),
  )
}
