import { formatAmount } from '@/lib/core/money/amount'
import { SPENDING_NAME } from '@/lib/core/policy/defaults'
import type { MandateChange, MandateTerms } from '@/lib/doors/ui-mandates'
import type { UiError } from '@/lib/doors/ui-protocol'
import { late } from '@/lib/late/load'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { payeesSeen } from '@/lib/ledger/read/payees'
import type { IntentRow, MandateRow } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { MANDATES_PER_ORIGIN } from '@/lib/ledger/write/snapshot'
import { unitView } from '@/lib/views/unit'
import { readHoldings } from './balances'
import { decideFor, QUOTE_LIFETIME_MS } from './decide'
import { confirmPassword, nowSeconds } from './facts'
import type { MandateTotal } from './mandate-rules'
import { pay } from './pay'
import { siteOfOrigin } from './sites'
import type { Wallet } from './wallet'

const DAY = 86_400

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

/** Granting and resuming are a person's acts: unlocked, and with the password where software drives the browser. */
export async function mayGrant(wallet: Wallet, password: string | undefined): Promise<UiError | null> {
  const { agentsDrive } = await readSettings(wallet.ledger)
  if (agentsDrive) return await confirmPassword(wallet, password)
  return (await wallet.vault.status()) === 'unlocked' ? null : { code: 'locked' }
}

/** Its total in the ledger's unit; null where the owner's rules, or the accounts, do not admit the mandate now. */
async function checkNow(wallet: Wallet, terms: MandateTerms, now: number): Promise<MandateTotal | null> {
  const [settings, accounts] = await Promise.all([readSettings(wallet.ledger), wallet.vault.accounts()])
  const own: readonly string[] = accounts.map((a) => a.address)
  if (terms.account !== null && !own.includes(terms.account)) return null
  const { checkMandate } = await late()
  const total = checkMandate(terms, {
    settings,
    site: await siteOfOrigin(terms.origin),
    own: accounts.flatMap((a) => [a.address, ...(a.solana === undefined ? [] : [a.solana])]),
    payeesSeen: await payeesSeen(wallet.ledger, terms.origin),
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
  return (await mayGrant(wallet, password)) ?? (await giveMandate(wallet, terms))
}

/** The same, once a person's yes is certain. */
export async function giveMandate(wallet: Wallet, terms: MandateTerms): Promise<{ id: string } | UiError> {
  const { ledger } = wallet
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
    ...(terms.upto === true ? { upto: true } : {}),
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
