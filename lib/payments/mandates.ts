import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { formatAmount, parseDecimal, toUsd18, USD_DECIMALS } from '@/lib/core/money/amount'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import { dollarsOfPolicy } from '@/lib/core/policy/dollars'
import type {
  MandateChange,
  MandateProposal,
  MandateTerms,
  MandateView,
  UiError,
} from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { mandateBudget } from '@/lib/ledger/read/totals'
import type { IntentRow, MandateRow } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { MANDATES_PER_ORIGIN } from '@/lib/ledger/write/snapshot'
import { readHoldings } from './balances'
import { decideFor, QUOTE_LIFETIME_MS } from './decide'
import { envelopeOf } from './envelope'
import { confirmPassword, nowSeconds } from './facts'
import { limitView, unitView } from './limits'
import { checkMandate, type MandateTotal } from './mandate-rules'
import { pay } from './pay'
import { siteOfOrigin } from './sites'
import type { Wallet } from './wallet'

const DAY = 86_400
/** What the form begins with: so many times the price, for so many days. */
const PROPOSED_TIMES = 8n
const PROPOSED_DAYS = 30
const SPENDING_NAME = 'Spending'

/** The account that mandates pay from; the next one of the seed where there is none yet. Needs the unlocked wallet. */
export async function spendingAccount(wallet: Wallet): Promise<{ address: string } | UiError> {
  const { spendingAccount: known } = await readSettings(wallet.ledger)
  const accounts = await wallet.vault.accounts()
  if (known !== null && accounts.some((a) => a.address === known)) return { address: known }
  const added = await wallet.vault.addAccount(SPENDING_NAME)
  if (!added.ok) return { code: added.error.code === 'locked' ? 'locked' : 'bad-value' }
  const address = added.value.address
  await writeSettings(wallet.ledger, { spendingAccount: address })
  return { address }
}

/** What a mandate for the payment on screen would say; null where no mandate could cover it. */
export async function mandateProposal(wallet: Wallet, paymentId: string): Promise<MandateProposal | null> {
  const intent = await wallet.ledger.intents.get(paymentId)
  const quote = intent && (await wallet.ledger.quotes.get(intent.quoteId))
  const named = intent && quote && envelopeOf(intent, quote, intent.decision)
  if (!intent || !named || intent.asker === 'null' || intent.asker !== intent.topOrigin) return null
  const { network, asset, payTo, amount, windowSeconds } = named.terms
  const known = findDefaultAsset(network, asset)
  const where = networkById(network)
  if (known === null || where === null) return null
  const settings = await readSettings(wallet.ledger)
  const most = atomicOf(settings.perPaymentUsd, known.decimals)
  if (BigInt(amount) > most) return null
  const now = await ledgerTime(wallet.ledger, nowSeconds())
  const total = smaller(
    dollarsOfPolicy(settings.perSiteDayUsd),
    toUsd18(BigInt(amount) * PROPOSED_TIMES, known.decimals),
  )
  const accounts = await wallet.vault.accounts()
  await readHoldings(
    wallet,
    network,
    known.asset,
    accounts.map((a) => a.address),
  )
  const held = (address: string | null) => {
    const row = [...wallet.balances.values()].find(
      (b) => b.account === address && b.network === network && b.asset === known.asset,
    )
    return row === undefined ? null : formatAmount(BigInt(row.amount), known.decimals)
  }
  const spending = accounts.find((a) => a.address === settings.spendingAccount) ?? null
  const others = accounts.filter((a) => a !== spending)
  return {
    terms: {
      origin: intent.asker,
      agent: intent.agent,
      pathPrefix: null,
      payees: [payTo],
      assets: [{ network, asset: known.asset, maxAmount: amount }],
      unit: { kind: 'usd', testnet: known.testnet },
      total: formatAmount(total, USD_DECIMALS),
      window: { kind: 'rolling', seconds: DAY },
      maxWindowSeconds: Math.min(Math.max(windowSeconds, 60), DEFAULT_POLICY.maxWindowSeconds),
      expiresAt: now + PROPOSED_DAYS * DAY,
      transports: ['http'],
      automaticPerMinute: null,
      maxRisePercent: null,
      mayRepeat: false,
      account: null,
    },
    symbol: known.symbol,
    decimals: known.decimals,
    networkName: where.name,
    testnet: known.testnet,
    mostEach: formatAmount(most, known.decimals),
    payeesSeen: await payeesSeen(wallet, intent.asker),
    accounts: [
      {
        kind: 'spending',
        address: spending?.address ?? null,
        name: spending?.name ?? SPENDING_NAME,
        balance: held(spending?.address ?? null),
      },
      ...others.map(({ address, name }) => ({ kind: 'own' as const, address, name, balance: held(address) })),
    ],
    needsPassword: settings.agentsDrive,
  }
}

const smaller = (a: bigint, b: bigint): bigint => {
  if (a < b) return a
  return b
}

/** Dollars as atomic units of a dollar token, rounded down. */
function atomicOf(usd: string, decimals: number): bigint {
  const read = parseDecimal(usd, Math.max(decimals, USD_DECIMALS))
  if (!read.ok) return 0n
  return read.value / 10n ** BigInt(Math.max(decimals, USD_DECIMALS) - decimals)
}

const payeesSeen = (wallet: Wallet, origin: string): Promise<number> =>
  wallet.ledger.payees
    .where('[origin+lastSeen]')
    .between([origin, 0], [origin, Number.MAX_SAFE_INTEGER])
    .count()

/** Granting and resuming are a person's acts: unlocked, and with the password where software drives the browser. */
async function mayGrant(wallet: Wallet, password: string | undefined): Promise<UiError | null> {
  const { agentsDrive } = await readSettings(wallet.ledger)
  if (agentsDrive) return await confirmPassword(wallet, password)
  return (await wallet.vault.status()) === 'unlocked' ? null : { code: 'locked' }
}

/** Its total in the ledger's unit; null where the owner's rules, or the accounts, do not admit the mandate now. */
async function checkNow(wallet: Wallet, terms: MandateTerms, now: number): Promise<MandateTotal | null> {
  const [settings, accounts] = await Promise.all([readSettings(wallet.ledger), wallet.vault.accounts()])
  const own: readonly string[] = accounts.map((a) => a.address)
  if (terms.account !== null && !own.includes(terms.account)) return null
  const total = checkMandate(terms, {
    settings,
    site: await siteOfOrigin(terms.origin),
    own,
    payeesSeen: await payeesSeen(wallet, terms.origin),
    now,
  })
  return 'wrong' in total ? null : total
}

/** What a stored mandate says, in the words in which it is given. */
async function termsOf(wallet: Wallet, row: MandateRow): Promise<MandateTerms> {
  const { unit, limit } = row
  const shown = unitView(await readSettings(wallet.ledger), unit)
  return {
    ...row,
    unit: unit.kind === 'usd' ? { kind: 'usd', testnet: unit.testnet === true } : { ...unit, kind: 'asset' },
    total: shown.kind === 'asset' ? formatAmount(BigInt(limit), shown.decimals) : limit,
  }
}

/** Gives a mandate, and pays what waits for it. */
export async function grantMandate(
  wallet: Wallet,
  terms: MandateTerms,
  password: string | undefined,
): Promise<{ id: string } | UiError> {
  const { ledger } = wallet
  const refused = await mayGrant(wallet, password)
  if (refused !== null) return refused
  const now = await ledgerTime(ledger, nowSeconds())
  const total = await checkNow(wallet, terms, now)
  if (total === null) return { code: 'bad-value' }
  const account = terms.account === null ? await spendingAccount(wallet) : { address: terms.account }
  if ('code' in account) return account
  const { origin, agent, pathPrefix, payees, assets, window, maxWindowSeconds, expiresAt } = terms
  const row: MandateRow = {
    id: crypto.randomUUID(),
    state: 'active',
    origin,
    agent,
    pathPrefix,
    payees,
    assets,
    ...total,
    window,
    maxWindowSeconds,
    expiresAt,
    transports: terms.transports,
    automaticPerMinute: terms.automaticPerMinute,
    maxRisePercent: terms.maxRisePercent,
    mayRepeat: terms.mayRepeat,
    account: account.address,
    createdAt: now,
    changedAt: now,
  }
  const added = await ledger.transaction('rw', ledger.mandates, async () => {
    const standing = await ledger.mandates.where('origin').equals(origin).toArray()
    const ended = standing.filter((m) => m.state !== 'revoked' && m.expiresAt <= now)
    for (const { id } of ended) await ledger.mandates.update(id, { state: 'revoked' })
    const live = standing.filter((m) => m.state !== 'revoked' && m.expiresAt > now)
    if (live.length >= MANDATES_PER_ORIGIN) return false
    await ledger.mandates.add(row)
    return true
  })
  if (!added) return { code: 'bad-value' }
  // Known to be empty, the account holds what waits for a person; unknown, it would be signed for nothing.
  await Promise.all(assets.map((a) => readHoldings(wallet, a.network, a.asset, [account.address])))
  await payWaiting(wallet, origin)
  return { id: row.id }
}

/** Pays what waits for a person and needs none any more, the oldest first. */
async function payWaiting(wallet: Wallet, origin: string): Promise<void> {
  const { intents, quotes } = wallet.ledger
  const waiting = await intents.where('state').equals('asking').sortBy('createdAt')
  const now = Date.now()
  // What nobody waits for any more is not signed: its page took its 402.
  const wanted = (i: IntentRow) =>
    i.asker === origin &&
    now - i.createdAt < QUOTE_LIFETIME_MS &&
    (i.kind === 'navigation' || now < i.deadline)
  for (const intent of waiting.filter(wanted)) {
    const quote = await quotes.get(intent.quoteId)
    const decided = quote && (await decideFor(wallet, intent, quote))
    if (decided?.decision.code !== 'READY_TO_SIGN' || decided.decision.mandate === null) continue
    const taken = await intents
      .where({ id: intent.id, state: 'asking' })
      .modify({ state: 'approved', ...decided })
    if (taken === 0) continue
    wallet.changes.emit(intent.id)
    await pay(wallet, intent.id)
  }
}

const STATE_AFTER = { pause: 'paused', resume: 'active', revoke: 'revoked' } as const

/** Pauses, resumes, revokes or extends. What narrows needs nothing; what widens asks again (I9). */
export async function changeMandate(
  wallet: Wallet,
  of: { readonly id: string; readonly change: MandateChange; readonly password?: string | undefined },
): Promise<UiError | null> {
  const { mandates } = wallet.ledger
  const { id, change, password } = of
  const row = await mandates.get(id)
  if (row === undefined || row.state === 'revoked') return { code: 'gone' }
  const now = await ledgerTime(wallet.ledger, nowSeconds())
  if (change.kind !== 'extend') {
    const refused = change.kind === 'resume' ? await mayGrant(wallet, password) : null
    if (refused !== null) return refused
    // Limits may be lower than when it was given, and one from a file was never checked here.
    if (change.kind === 'resume' && (await checkNow(wallet, await termsOf(wallet, row), now)) === null)
      return { code: 'bad-value' }
    if (!(await changeStanding(wallet, id, { state: STATE_AFTER[change.kind], changedAt: now })))
      return { code: 'gone' }
    if (change.kind === 'resume') await payWaiting(wallet, row.origin)
    return null
  }
  const { expiresAt } = change
  if (!Number.isInteger(expiresAt) || expiresAt <= now || expiresAt > now + 366 * DAY)
    return { code: 'bad-value' }
  const refused =
    expiresAt > row.expiresAt ? await confirmPassword(wallet, password) : await mayGrant(wallet, password)
  if (refused !== null) return refused
  return (await changeStanding(wallet, id, { expiresAt, changedAt: now })) ? null : { code: 'gone' }
}

/** What was revoked while the password was typed stays revoked. */
async function changeStanding(wallet: Wallet, id: string, to: Partial<MandateRow>): Promise<boolean> {
  const standing = wallet.ledger.mandates
    .where('id')
    .equals(id)
    .and(({ state }) => state !== 'revoked')
  return (await standing.modify(to)) > 0
}

/** Every mandate as the screens show it: active first, then paused, then what is over, the newest first. */
export async function mandateViews(wallet: Wallet): Promise<readonly MandateView[]> {
  const { ledger } = wallet
  const [settings, accounts, now, rows] = await Promise.all([
    readSettings(ledger),
    wallet.vault.accounts(),
    ledgerTime(ledger, nowSeconds()),
    ledger.mandates.toArray(),
  ])
  const views = await Promise.all(
    rows.map(async (row): Promise<MandateView> => {
      const { limit: total, ...rest } = row
      const standing = await limitView(ledger, settings, mandateBudget(row), 0n)
      const paid = ledger.authorizations.where('mandateId').equals(row.id)
      const [payments, last] = await Promise.all([paid.count(), lastPaid(wallet, row)])
      return {
        ...rest,
        total: standing.limit,
        state: row.expiresAt <= now ? 'expired' : row.state,
        accountName: accounts.find((a) => a.address === row.account)?.name ?? '',
        assets: row.assets.map(({ network, asset, maxAmount }) => {
          const known = findDefaultAsset(network, asset)
          return {
            network,
            networkName: networkById(network)?.name ?? network,
            asset,
            symbol: known?.symbol ?? asset,
            max: formatAmount(BigInt(maxAmount), known?.decimals ?? 0),
          }
        }),
        standing,
        payments,
        lastPaidAt: last,
        createdAt: row.createdAt * 1_000,
      }
    }),
  )
  const place = ['active', 'paused', 'expired', 'revoked']
  return views.sort((a, b) => place.indexOf(a.state) - place.indexOf(b.state) || b.createdAt - a.createdAt)
}

async function lastPaid(wallet: Wallet, { id }: MandateRow): Promise<number | null> {
  const rows = wallet.ledger.authorizations.where('[mandateId+createdAt]')
  const last = await rows.between([id, 0], [id, Number.MAX_SAFE_INTEGER]).last()
  return last?.createdAt ?? null
}
