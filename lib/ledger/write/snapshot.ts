import type { AdmissionInput } from '@/lib/core/admission/types'
import { formatAmount } from '@/lib/core/money/amount'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import type { ApprovalRow, AuthorizationRow, IntentRow, Ledger, QuoteRow } from '@/lib/ledger/schema'
import type { Settings } from './documents'

/** What admission must know of the wallet and cannot read from the ledger. Balances are what was last seen. */
export type WalletFacts = {
  readonly locked: boolean
  readonly account: string
  readonly balances: readonly { readonly network: string; readonly asset: string; readonly amount: string }[]
}

const DAY = 86_400
const HOUR = 3_600

/** One budget that a payment asked for by this site falls under; test money and real money have totals of their own. */
export type MatchingBudget = {
  readonly id: string
  readonly kind: 'everything' | 'site'
  readonly testnet: boolean
  readonly value: string
  /** decimal dollars */
  readonly limit: string
  readonly windowSeconds: number
  /** names its rows in `totals` */
  readonly key: string
}

/** The budgets of the owner's settings that a payment asked for by this site falls under. */
export function matchingBudgets(settings: Settings, site: string): readonly MatchingBudget[] {
  return [false, true].flatMap((testnet) => {
    const money = testnet ? 'test' : 'real'
    const of = (kind: 'everything' | 'site', value: string, limit: string): MatchingBudget => ({
      id: `${kind}-day-${money}`,
      kind,
      testnet,
      value,
      limit,
      windowSeconds: DAY,
      key: `${kind}-day-${money}:${value}`,
    })
    return [of('everything', '*', settings.perDayUsd), of('site', site, settings.perSiteDayUsd)]
  })
}

/** What each budget has committed inside its window: settled and still reserved, 18-decimal dollars. */
export async function committed(
  ledger: Ledger,
  budget: MatchingBudget,
  now: number,
): Promise<{ settled: bigint; reserved: bigint }> {
  const from = Math.floor((now - budget.windowSeconds) / HOUR)
  const rows = await ledger.totals
    .where('[budgetKey+hour]')
    .between([budget.key, from], [budget.key, Number.MAX_SAFE_INTEGER], true, true)
    .toArray()
  return rows.reduce(
    (sum, row) => ({ settled: sum.settled + row.settled, reserved: sum.reserved + row.reserved }),
    { settled: 0n, reserved: 0n },
  )
}

/** What a person answered to this wish, newest first; the newest counts. */
async function approvalFor(ledger: Ledger, intent: IntentRow): Promise<ApprovalRow | null> {
  const rows = await ledger.approvals.where('intentId').equals(intent.id).toArray()
  return rows.sort((a, b) => b.expiresAt - a.expiresAt)[0] ?? null
}

/** For so long an equal GET that was paid and not delivered is answered by the receipt, not by another payment. */
const UNDELIVERED_SECONDS = 600

/**
 * Earlier attempts that bear on this purchase.
 *
 * An equal GET is the same wish until its answer was delivered; an equal POST is a purchase of its
 * own, and what is unclear about an earlier one is for a person to weigh.
 */
async function attemptsFor(
  ledger: Ledger,
  intent: IntentRow,
  now: number,
): Promise<readonly AuthorizationRow[]> {
  const [own, equal, sameIdentifier] = await Promise.all([
    ledger.authorizations.where('intentId').equals(intent.id).toArray(),
    ledger.authorizations.where('key').equals(intent.key).toArray(),
    ledger.authorizations.where('paymentIdentifier').equals(intent.paymentIdentifier).toArray(),
  ])
  const joins = intent.method === 'GET' || intent.method === 'HEAD'
  const bears = (a: AuthorizationRow) =>
    a.intentId !== intent.id &&
    a.delivered === 0 &&
    (a.state !== 'settled' || now - a.updatedAt / 1000 < UNDELIVERED_SECONDS)
  const undelivered = joins ? equal.filter(bears) : []
  const known = new Map([...own, ...sameIdentifier].map((a) => [a.id, a]))
  for (const attempt of undelivered) known.set(attempt.id, { ...attempt, intentId: intent.id })
  return [...known.values()]
}

/** Reads all that admission needs. Inside a transaction it sees one state of the ledger. */
export async function admissionInput(
  ledger: Ledger,
  of: {
    readonly intent: IntentRow
    readonly quote: QuoteRow
    readonly settings: Settings
    readonly wallet: WalletFacts
    /** Unix seconds */
    readonly now: number
  },
): Promise<AdmissionInput> {
  const { intent, quote, settings, wallet, now } = of
  const budgets = matchingBudgets(settings, intent.site)
  const answeredOrigin = new URL(intent.answeredUrl).origin
  const [totals, approval, attempts, payees] = await Promise.all([
    Promise.all(budgets.map(async (b) => ({ budget: b.id, ...decimals(await committed(ledger, b, now)) }))),
    approvalFor(ledger, intent),
    attemptsFor(ledger, intent, now),
    ledger.payees.where('origin').equals(answeredOrigin).toArray(),
  ])
  return {
    now,
    wallet: {
      locked: wallet.locked,
      paused: settings.paused,
      accounts: { eip155: wallet.account },
      balances: wallet.balances,
    },
    asker: { origin: intent.asker, topOrigin: intent.topOrigin, site: intent.site },
    request: {
      transport: 'http',
      kind: intent.kind,
      method: intent.method,
      url: intent.url,
      answeredUrl: intent.answeredUrl,
    },
    intent: {
      id: intent.id,
      method: intent.method,
      url: intent.url,
      bodyDigest: intent.bodyDigest,
      paymentIdentifier: intent.paymentIdentifier,
    },
    quote: JSON.parse(quote.raw),
    policy: {
      ...DEFAULT_POLICY,
      // What the signer can build.
      schemes: ['exact'],
      methods: ['eip3009'],
      testnets: settings.testnets,
      perPaymentUsd: settings.perPaymentUsd,
      origins: { block: settings.blockedOrigins },
      budgets: budgets.map((b) => ({
        id: b.id,
        scope: b.kind === 'everything' ? { kind: 'everything' } : { kind: 'site', value: b.value },
        unit: { kind: 'usd', testnet: b.testnet },
        limit: b.limit,
        window: { kind: 'rolling', seconds: b.windowSeconds },
      })),
    },
    mandates: [],
    approval: approval === null ? null : { ...approval, used: approval.used === 1 },
    ledger: {
      totals,
      attempts: attempts.map((a) => ({
        intentId: a.intentId,
        paymentIdentifier: a.paymentIdentifier,
        state: a.state,
        receiptId: a.id,
        terms: { scheme: a.scheme, network: a.network, asset: a.asset, payTo: a.payTo, amount: a.amount },
        request: { method: a.method, url: a.url },
        validBefore: a.validBefore,
      })),
      payees,
      resourceHosts: [],
      recent: { originLastMinute: 0 },
    },
  }
}

const decimals = (of: { settled: bigint; reserved: bigint }) => ({
  settled: formatAmount(of.settled, 18),
  reserved: formatAmount(of.reserved, 18),
})
