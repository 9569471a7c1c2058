import type { AdmissionInput, AssetEntry, MandateFacts } from '@/lib/core/admission/types'
import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { NATIVE, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import { isSolana } from '@/lib/core/assets/svm-networks'
import { budgetsOf } from '@/lib/core/budget/rules'
import { sameAddress } from '@/lib/core/caip/address'
import { UNDELIVERED_SECONDS } from '@/lib/core/lifecycle/resend'
import { isLive, LIVE_STATES } from '@/lib/core/lifecycle/transition'
import { parseAtomic } from '@/lib/core/money/amount'
import { DEFAULT_POLICY, SIGNABLE } from '@/lib/core/policy/defaults'
import { readQuote } from '@/lib/core/quote/read'
import type {
  ApprovalRow,
  AuthorizationRow,
  IntentRow,
  Ledger,
  MandateRow,
  QuoteRow,
} from '@/lib/ledger/schema'
import { isAutomaticHeld } from '../read/automatic-hold'
import type { Settings } from '../read/documents'
import { amountText, mandateBudget, nativeRule, rulesOf, standingOf } from '../read/totals'
import { isImporting } from './documents'
import { hostsOf, payeeFacts } from './memory'

/** What admission must know of the wallet and cannot read from the ledger. Balances are what was last seen. */
export type WalletFacts = {
  readonly locked: boolean
  readonly account: string
  /** the Solana address of an account, by its EVM address; none for a key that was imported */
  readonly solana?: Readonly<Record<string, string>>
  /** every address of ours, of both families */
  readonly own: readonly string[]
  /** when the wallet was unlocked, Unix milliseconds; null while it is locked */
  readonly unlockedAt: number | null
  readonly balances: readonly {
    readonly account: string
    readonly network: string
    readonly asset: string
    readonly amount: string
  }[]
  /** what Permit2 may move of each */
  readonly allowances?: WalletFacts['balances']
}

/** One origin has no more standing mandates than this: a decision reads them all. */
export const MANDATES_PER_ORIGIN = 20
const MINUTE_MS = 60_000
/** The same thing bought again within so long is worth a question. */
const LATELY_SECONDS = 600

/** What is asked now, as far as an answer that was given before must cover it. */
type Asked = {
  /** Unix seconds, as `ledgerTime` has it */
  readonly now: number
  /** the addresses of the account that would pay */
  readonly payers: readonly (string | undefined)[]
  readonly unlockedAt: number | null
  readonly terms: readonly {
    readonly network: string
    readonly asset: string
    readonly payTo: string
    readonly amount: unknown
  }[]
}

/**
 * What a person answered to this wish, the newest first; the newest counts. An answer that came when the
 * page had given up is for the next equal request of the same document; where that asks for more than was
 * answered, or is paid from another account, a person is asked as if there were none.
 */
export async function approvalFor(
  ledger: Ledger,
  intent: IntentRow,
  asked: Asked,
): Promise<ApprovalRow | null> {
  const given = await ledger.approvals.where('intentId').equals(intent.id).toArray()
  // A lock ends what was allowed, not what was refused.
  const stands = (a: ApprovalRow) => a.decision === 'decline' || a.unlockedAt === asked.unlockedAt
  const own = given.filter(stands)
  const waiting =
    own.length > 0 ? [] : await ledger.approvals.where('[key+upTo]').equals([intent.key, 1]).toArray()
  const here = waiting.filter(
    (a) =>
      a.used === 0 &&
      stands(a) &&
      a.documentId === intent.documentId &&
      asked.now < a.expiresAt &&
      covers(a, asked),
  )
  const shown = await ledger.intents.bulkGet(here.map((a) => a.intentId))
  const ours = here.filter((_, index) => asked.payers.includes(shown[index]?.decision.account ?? ''))
  return [...own, ...ours].sort((a, b) => b.expiresAt - a.expiresAt)[0] ?? null
}

const covers = ({ network, asset, payTo, amount }: ApprovalRow, { terms }: Asked): boolean =>
  terms.some((of) => {
    const price = parseAtomic(of.amount)
    return (
      of.network === network &&
      sameAddress(network, of.asset, asset) &&
      sameAddress(network, of.payTo, payTo) &&
      price !== null &&
      price <= BigInt(amount)
    )
  })

/** Equal requests of these methods are one wish until the answer is there; of others each is one of its own. */
const joins = ({ method }: IntentRow): boolean => method === 'GET' || method === 'HEAD'

const undelivered = (ledger: Ledger, { key }: IntentRow): Promise<readonly AuthorizationRow[]> =>
  ledger.authorizations
    .where('[key+delivered+createdAt]')
    .between([key, 0, 0], [key, 0, Number.MAX_SAFE_INTEGER])
    .toArray()

/**
 * Whether nobody knows what became of an equal purchase that this one does not join: it may be the same
 * one, tried again, so a person decides.
 */
async function isUnclear(ledger: Ledger, intent: IntentRow): Promise<boolean> {
  if (joins(intent)) return false
  return (await undelivered(ledger, intent)).some((a) => a.intentId !== intent.id && isLive(a.state))
}

/**
 * Whether the page carries a live signature of its own for what is asked: this 402 may be the answer to that
 * payment, so a person decides whether the same is paid again.
 */
async function isCarried(
  ledger: Ledger,
  { id, kind, asker }: IntentRow,
  offers: readonly Asked['terms'][number][],
): Promise<boolean> {
  if (kind === 'signature') return false
  // By what is outstanding, and not by time: the rows that are read do not grow with what was paid.
  const carried = await ledger.authorizations
    .where('[state+proved]')
    .anyOf(LIVE_STATES.map((state) => [state, 0]))
    .filter((a) => a.asker === asker && a.header?.name === 'signature' && a.intentId !== id)
    .toArray()
  return carried.some(({ network, asset, payTo, amount }) =>
    offers.some(
      (offer) =>
        offer.network === network &&
        sameAddress(network, offer.asset, asset) &&
        sameAddress(network, offer.payTo, payTo) &&
        parseAtomic(offer.amount)?.toString() === amount,
    ),
  )
}

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
  const { authorizations } = ledger
  const [own, equal, sameIdentifier] = await Promise.all([
    authorizations.where('intentId').equals(intent.id).toArray(),
    joins(intent) ? undelivered(ledger, intent) : [],
    authorizations.where('paymentIdentifier').equals(intent.paymentIdentifier).toArray(),
  ])
  const bears = (a: AuthorizationRow) =>
    a.intentId !== intent.id && (a.state !== 'settled' || now - a.updatedAt / 1000 < UNDELIVERED_SECONDS)
  const known = new Map([...own, ...sameIdentifier].map((a) => [a.id, a]))
  for (const attempt of equal.filter(bears)) known.set(attempt.id, { ...attempt, intentId: intent.id })
  return [...known.values()]
}

/** The standing mandates of an origin, and the one revoked last: it says why nobody pays by itself any more. */
async function mandatesOf(ledger: Ledger, origin: string): Promise<readonly MandateRow[]> {
  const of = (state: MandateRow['state']) =>
    ledger.mandates
      .where('[origin+state+changedAt]')
      .between([origin, state, 0], [origin, state, Number.MAX_SAFE_INTEGER])
      .reverse()
  const [active, paused, revoked] = await Promise.all([
    of('active').limit(MANDATES_PER_ORIGIN).toArray(),
    of('paused').limit(MANDATES_PER_ORIGIN).toArray(),
    of('revoked').limit(1).toArray(),
  ])
  return [...active, ...paused, ...revoked]
}

/** The mandates of the asker, each as one fact for an asset and a payee, with what its total has left. */
async function mandateFacts(
  ledger: Ledger,
  mandates: readonly MandateRow[],
  now: number,
  solana: NonNullable<WalletFacts['solana']>,
): Promise<readonly MandateFacts[]> {
  const isHeld = mandates.length > 0 && (await isAutomaticHeld(ledger))
  const facts = await Promise.all(
    mandates.map(async (m): Promise<readonly MandateFacts[]> => {
      const { settled, reserved } = await standingOf(ledger, mandateBudget(m), now)
      const payees = m.payees === '*' ? ['*'] : m.payees
      // Where the account has no address of the family, nothing is paid from it.
      const accountOn = (network: string) => (isSolana(network) ? solana[m.account] : m.account)
      const payable = m.assets.filter(({ network }) => accountOn(network) !== undefined)
      return payable.flatMap(({ network, asset, maxAmount }) =>
        payees.map((payTo) => ({
          id: m.id,
          scope: {
            origin: m.origin,
            ...(m.agent === null ? {} : { agent: m.agent }),
            ...(m.pathPrefix === null ? {} : { pathPrefix: m.pathPrefix }),
          },
          network,
          asset,
          payTo,
          maxAmount,
          maxWindowSeconds: m.maxWindowSeconds,
          expiresAt: m.expiresAt,
          revoked: m.state === 'revoked',
          paused: isHeld || m.state === 'paused',
          account: accountOn(network) ?? m.account,
          transports: m.transports,
          ...(m.upto === true ? { upto: true } : {}),
          ...(m.mayRepeat ? {} : { repeatAfterSeconds: LATELY_SECONDS }),
          ...(m.automaticPerMinute === null ? {} : { automaticPerMinute: m.automaticPerMinute }),
          ...(m.maxRisePercent === null ? {} : { maxRisePercent: m.maxRisePercent }),
          total: { unit: m.unit, limit: m.limit, committed: amountText(m.unit, settled + reserved) },
        })),
      )
    }),
  )
  return facts.flat()
}

/** How many payments of this asker went without a person in the last minute. */
function automaticLately(ledger: Ledger, asker: string, now: number): Promise<number> {
  return ledger.authorizations
    .where('[asker+createdAt]')
    .between([asker, now * 1000 - MINUTE_MS], [asker, Number.MAX_SAFE_INTEGER])
    .filter((a) => a.mandateId !== null)
    .count()
}

/** How many seconds ago the same thing was paid and delivered; null where it was not, lately. */
async function sameLately(ledger: Ledger, intent: IntentRow, now: number): Promise<number | null> {
  const since = (now - LATELY_SECONDS) * 1_000
  const last = await ledger.authorizations
    .where('[key+delivered+createdAt]')
    .between([intent.key, 1, since], [intent.key, 1, Number.MAX_SAFE_INTEGER])
    .reverse()
    // What was proved dead was not paid; what nobody knows of yet may have been.
    .filter((a) => a.state !== 'released')
    .first()
  return last === undefined ? null : Math.max(0, now - Math.floor(last.createdAt / 1_000))
}

/**
 * What the signer can build: a default asset under a cap of the owner's, or one with all that a token's domain has.
 * On Solana a token's program is pinned too, and only the default assets have one.
 */
const isSignable = ({ network, asset, name, version, decimals }: AssetEntry): boolean =>
  findDefaultAsset(network, asset) !== null ||
  (!isSolana(network) && name !== undefined && version !== undefined && decimals !== undefined)

/** Lets a chain's own coin be sent at all; what caps it is its limit of a day, which every such payment is under (I10). */
const coinEntry = (network: string): AssetEntry => ({
  network,
  asset: NATIVE,
  decimals: NATIVE_DECIMALS,
  maxAmount: (2n ** 256n - 1n).toString(),
})

/** Reads all that admission needs. Inside a transaction it sees one state of the ledger. */
export async function admissionInput(
  ledger: Ledger,
  of: {
    readonly intent: IntentRow
    readonly quote: QuoteRow
    readonly settings: Settings
    readonly wallet: WalletFacts
    /** Unix seconds, as `ledgerTime` has it */
    readonly now: number
  },
): Promise<AdmissionInput> {
  const { intent, quote, settings, wallet, now } = of
  const ownSolana = wallet.solana?.[wallet.account]
  const raw: unknown = JSON.parse(quote.raw)
  const read = readQuote(raw)
  const offers = read.ok ? read.value.offers.flatMap((o) => (o.ok ? [o.offer] : [])) : []
  // Where several answers could be this one, nobody can say which terms are the seller's: nothing automatic.
  const isCertain =
    !quote.notes.includes('uncertain') &&
    !(await isUnclear(ledger, intent)) &&
    !(await isCarried(ledger, intent, offers))
  const rows = isCertain ? await mandatesOf(ledger, intent.asker) : []
  const money = new Set(offers.map((offer) => networkById(offer.network)?.testnet ?? false))
  // A limit on money that no offer asks for says nothing, and need not be read.
  const fee = intent.kind === 'transaction' ? intent.action?.fee : undefined
  const [coin] = fee === undefined ? [] : offers.map((offer) => offer.network)
  const native = coin === undefined ? [] : [nativeRule(settings, coin)]
  const rules = [...rulesOf(settings), ...native].filter(
    ({ unit }) => unit.kind === 'atomic' || unit.testnet === undefined || money.has(unit.testnet),
  )
  const budgets = budgetsOf(rules, {
    site: intent.site,
    origin: intent.asker,
    agent: intent.agent,
    intent: intent.id,
    payees: offers.map((offer) => offer.payTo),
    mandates: rows.map((m) => m.id),
  })
  const standings = Promise.all(
    budgets.map(async (budget) => {
      const { settled, reserved } = await standingOf(ledger, budget, now)
      const { unit } = budget
      return { budget: budget.id, settled: amountText(unit, settled), reserved: amountText(unit, reserved) }
    }),
  )
  const [importing, totals, mandates, approval, attempts, payees, resourceHosts, lately, same] =
    await Promise.all([
      isImporting(ledger),
      standings,
      mandateFacts(ledger, rows, now, wallet.solana ?? {}),
      approvalFor(ledger, intent, {
        now,
        payers: [wallet.account, ownSolana],
        unlockedAt: wallet.unlockedAt,
        terms: offers,
      }),
      attemptsFor(ledger, intent, now),
      payeeFacts(ledger, intent, offers),
      hostsOf(ledger, new URL(intent.answeredUrl).host),
      automaticLately(ledger, intent.asker, now),
      sameLately(ledger, intent, now),
    ])
  return {
    now,
    wallet: {
      locked: wallet.locked,
      paused: settings.paused || importing,
      accounts: { eip155: wallet.account, ...(ownSolana === undefined ? {} : { solana: ownSolana }) },
      own: wallet.own,
      balances: wallet.balances,
      allowances: wallet.allowances ?? [],
    },
    asker: { origin: intent.asker, topOrigin: intent.topOrigin, site: intent.site, agent: intent.agent },
    request: {
      transport: intent.transport,
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
      ...(intent.maxAmount === null ? {} : { maxAmount: intent.maxAmount }),
      ...(intent.maxUsd === null ? {} : { maxUsd: intent.maxUsd }),
      ...(intent.kind === 'signature' ? { payer: wallet.account } : {}),
      ...(intent.permit === undefined ? {} : { permit: intent.permit }),
      ...(fee === undefined ? {} : { fee }),
    },
    quote: raw,
    policy: {
      ...DEFAULT_POLICY,
      ...SIGNABLE,
      testnets: settings.testnets,
      perPaymentUsd: settings.perPaymentUsd,
      maxRisePercent: settings.maxRisePercent,
      automaticPerMinute: settings.automaticPerMinute,
      preferredNetworks: settings.preferredNetworks,
      assets: [...settings.assets.filter(isSignable), ...(coin === undefined ? [] : [coinEntry(coin)])],
      payees: settings.payees,
      origins: { block: settings.blockedOrigins },
      budgets,
    },
    mandates,
    approval: approval === null ? null : { ...approval, intentId: intent.id, used: approval.used === 1 },
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
      resourceHosts,
      recent: { originLastMinute: lately, ...(same === null ? {} : { samePaidSecondsAgo: same }) },
    },
  }
}
