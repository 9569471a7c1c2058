import type { OfferVerdict } from '@/lib/core/admission/types'
import { findDefaultAsset, networkById, usdOf } from '@/lib/core/assets/lookup'
import { isRecord } from '@/lib/core/json/parse'
import { formatAmount, parseAtomic, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import { type ReadOffer, readQuote } from '@/lib/core/quote/read'
import type { ApprovalSummary, ApprovalView, LimitView, OfferView } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import { readSettings } from '@/lib/ledger/write/documents'
import { committed, type MatchingBudget, matchingBudgets } from '@/lib/ledger/write/snapshot'
import { needsPassword } from './consent'
import { envelopeOf, type NamedEnvelope } from './envelope'
import { walletFacts } from './facts'
import { decideFor } from './intake'
import type { Wallet } from './wallet'

/** Everything the approval screen shows of one payment, decided anew while it waits. */
export async function approvalView(wallet: Wallet, paymentId: string): Promise<ApprovalView | null> {
  const stored = await wallet.ledger.intents.get(paymentId)
  const quote = stored && (await wallet.ledger.quotes.get(stored.quoteId))
  if (!stored || !quote) return null
  const waiting = stored.state === 'asking'
  const intent: IntentRow = waiting ? { ...stored, ...(await decideFor(wallet, stored, quote)) } : stored
  if (
    waiting &&
    (intent.envelopeDigest !== stored.envelopeDigest || intent.decision.code !== stored.decision.code)
  ) {
    const { decision, envelopeDigest } = intent
    await wallet.ledger.intents.where({ id: paymentId, state: 'asking' }).modify({ decision, envelopeDigest })
  }
  const settings = await readSettings(wallet.ledger)
  const { account } = await walletFacts(wallet, settings)
  const { decision } = intent
  const read = readQuote(JSON.parse(quote.raw))
  const offers = read.ok ? read.value.offers : []
  const verdict = decision.offers.find((o) => o.index === decision.offer)
  const authorization =
    (await wallet.ledger.authorizations.where('intentId').equals(paymentId).first()) ?? null
  const named = envelopeOf(intent, quote, decision, authorization?.from ?? account)
  const chosen = offers.find((o) => o.index === decision.offer)
  return {
    paymentId,
    state: stateOf(intent, authorization),
    code: decision.code,
    asker: intent.asker,
    topOrigin: intent.topOrigin,
    kind: intent.kind,
    method: intent.method,
    url: intent.url,
    answeredUrl: intent.answeredUrl,
    bodyDigest: intent.bodyDigest,
    description: read.ok ? read.value.description : null,
    quoteSource: quote.source,
    offer: chosen && verdict ? offerView(chosen, verdict) : null,
    windowSeconds: decision.windowSeconds,
    envelopeDigest: intent.envelopeDigest,
    signed: named === null ? [] : signedFields(named, account, decision.windowSeconds ?? 0, authorization),
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
  if (authorization === null) return intent.state === 'done' ? 'failed' : 'paying'
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
  account: string,
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
    { name: 'from', value: signed?.from ?? account },
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

/** Where each limit would stand after this payment; after the reservation the totals hold it already. */
async function limitsAfter(
  wallet: Wallet,
  intent: IntentRow,
  { terms }: NamedEnvelope,
  held: boolean,
): Promise<readonly LimitView[]> {
  const value = usdOf(terms.network, terms.asset, BigInt(terms.amount))
  if (value === null) return []
  const settings = await readSettings(wallet.ledger)
  const budgets = matchingBudgets(settings, intent.site).filter((b) => b.testnet === value.testnet)
  return await Promise.all(budgets.map((budget) => limitView(wallet, budget, held ? 0n : value.usd)))
}

async function limitView(wallet: Wallet, budget: MatchingBudget, asked: bigint): Promise<LimitView> {
  const { settled, reserved } = await committed(wallet.ledger, budget, Math.floor(Date.now() / 1000))
  const after = settled + reserved + asked
  const limit = parseDecimal(budget.limit, USD_DECIMALS)
  return {
    scope: budget.kind,
    label: budget.value,
    limit: budget.limit,
    settled: formatAmount(settled, USD_DECIMALS),
    reserved: formatAmount(reserved, USD_DECIMALS),
    after: formatAmount(after, USD_DECIMALS),
    over: limit.ok && after > limit.value,
  }
}

/** The limits as they stand now: everything first, then the sites with something in their window. */
export async function limitsNow(wallet: Wallet): Promise<readonly LimitView[]> {
  const settings = await readSettings(wallet.ledger)
  const testnet = settings.testnets
  const keys = (await wallet.ledger.totals.orderBy('[budgetKey+hour]').keys()) as unknown as [
    string,
    number,
  ][]
  const prefix = `site-day-${testnet ? 'test' : 'real'}:`
  const sites = [...new Set(keys.map(([key]) => key))].filter((key) => key.startsWith(prefix))
  const [everything] = matchingBudgets(settings, '').filter(
    (b) => b.kind === 'everything' && b.testnet === testnet,
  )
  const views = await Promise.all(
    sites.map((key) => {
      const value = key.slice(prefix.length)
      const budget: MatchingBudget = {
        id: prefix.slice(0, -1),
        kind: 'site',
        testnet,
        value,
        limit: settings.perSiteDayUsd,
        windowSeconds: 86_400,
        key,
      }
      return limitView(wallet, budget, 0n)
    }),
  )
  const used = views.filter((v) => v.after !== '0').sort((a, b) => Number(b.after) - Number(a.after))
  return [...(everything ? [await limitView(wallet, everything, 0n)] : []), ...used.slice(0, 4)]
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
      const terms = quote && envelopeOf(intent, quote, intent.decision, '')?.terms
      const asset = terms && findDefaultAsset(terms.network, terms.asset)
      const amountText =
        terms && asset ? `${formatAmount(BigInt(terms.amount), asset.decimals)} ${asset.symbol}` : ''
      return { paymentId: intent.id, asker: intent.asker, amountText, createdAt: intent.createdAt }
    }),
  )
}
