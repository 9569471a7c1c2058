import type { LateCalls } from '@/lib/doors/late-calls'
import type { UiError } from '@/lib/doors/ui-protocol'
import type { Carried } from '@/lib/doors/watch'
import { readSettings } from '@/lib/ledger/read/documents'
import { type WayBack, wayBack } from '@/lib/ledger/read/sign-in'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { signMessage } from '@/lib/schemes/evm/sign'
import { signInHeader } from '@/lib/wire/http/sign-in'
import type { refreshBadge } from './ask'
import { QUOTE_LIFETIME_MS } from './decide'
import { isTagged } from './draft'
import { returnKeys } from './envelope'
import { confirmPassword, nowSeconds } from './facts'
import type { Wish } from './intake'
import type { sendNavigation, sendNext } from './send'
import type { Wallet } from './wallet'

/** What the background lends: what leaves, leaves by its rules. */
export type Senders = {
  readonly sendNavigation: typeof sendNavigation
  readonly sendNext: typeof sendNext
  readonly refreshBadge: typeof refreshBadge
}

async function find(
  wallet: Wallet,
  intent: Parameters<typeof returnKeys>[0],
  quote: QuoteRow,
): Promise<WayBack | null> {
  const own = (await wallet.vault.accounts()).map(({ address }) => address)
  return await wayBack(wallet.ledger, { intent, keys: returnKeys(intent), quote, own, now: nowSeconds() })
}

/** Whether a 402 asks for what was paid already, and its server lets who paid sign in. */
export async function mayReturn(wallet: Wallet, wish: Wish, quote: QuoteRow): Promise<boolean> {
  return (await find(wallet, wish, quote)) !== null
}

/**
 * A person wants to sign in instead of paying. The very text that was on screen is signed, with the account that
 * paid, and the request leaves again with it. Nothing is reserved or paid; each sign-in is a click of its own,
 * whatever mandates there are.
 *
 * @param of.message the text that was on screen; anything else by now is 'changed'
 * @returns null, or why not: 'gone', 'changed', 'locked', 'held' with the code, or a password error
 */
export async function signInInstead(
  wallet: Wallet,
  of: LateCalls['approval.signIn'][0],
  senders: Senders,
): Promise<UiError | null> {
  const { ledger, vault } = wallet
  const intent = await ledger.intents.get(of.paymentId)
  const quote = intent && (await ledger.quotes.get(intent.quoteId))
  if (!intent || !quote || intent.state !== 'asking') return { code: 'gone' }
  // A page that has given up sends nothing.
  const isLate = isTagged(intent) && Date.now() > intent.deadline
  if (isLate || Date.now() - intent.createdAt > QUOTE_LIFETIME_MS) return { code: 'gone' }
  const settings = await readSettings(ledger)
  if (settings.paused || (await isImporting(ledger))) return { code: 'held', decision: 'BLOCK_PAUSED' }
  if ([intent.asker, new URL(intent.answeredUrl).origin].some((o) => settings.blockedOrigins.includes(o)))
    return { code: 'held', decision: 'BLOCK_ORIGIN' }
  if ((await vault.status()) !== 'unlocked') return { code: 'locked' }
  const found = await find(wallet, intent, quote)
  if (found === null || found.text.message !== of.message) return { code: 'changed' }
  if (settings.agentsDrive) {
    const refused = await confirmPassword(wallet, of.password)
    if (refused !== null) return refused
  }
  const { paid, challenge, text } = found
  const account = text.account as `0x${string}`
  const bytes = new TextEncoder().encode(text.message)
  const used = await vault.withKey(account, (key) => signMessage(bytes, account, key))
  if (!used.ok) return { code: 'locked' }
  const header = used.value.ok ? signInHeader(challenge, text, used.value.value.signature) : null
  if (header === null) return { code: 'failed' }
  const signIn = {
    paidBy: paid.intentId,
    account,
    network: text.chain,
    message: text.message,
    header,
    tag: isTagged(intent) ? newTag() : null,
    status: null,
    at: Date.now(),
  }
  // A second click, or a payment that was approved meanwhile, finds it asked no more: one answer, one request.
  const taken = await ledger.intents
    .where({ id: intent.id, state: 'asking' })
    .modify({ state: 'signing-in', signIn })
  if (taken === 0) return { code: 'gone' }
  const carrier = { ...intent, intentId: intent.id, ...signIn }
  if (intent.kind === 'navigation') await senders.sendNavigation(wallet, carrier)
  if (intent.kind === 'next') await senders.sendNext(wallet, carrier, 'xmlhttprequest')
  wallet.changes.emit(intent.id)
  await Promise.all([vault.touch(), senders.refreshBadge(ledger)])
  return null
}

/**
 * A request that may have carried a sign-in was answered: writes down with what, and lets go of what was carried.
 *
 * @param of what the request showed, and where it went
 * @param status null where no answer came
 */
export async function signInAnswered(
  { ledger, changes }: Pick<Wallet, 'ledger' | 'changes'>,
  of: Carried,
  status: number | null,
): Promise<void> {
  const isIt = ({ signIn, answeredUrl, method }: IntentRow) =>
    (('tag' in of && of.tag === signIn?.tag) || ('value' in of && of.value === signIn?.header?.value)) &&
    answeredUrl === of.url &&
    method === of.method
  const [found] = await ledger.intents.where('state').equals('signing-in').filter(isIt).toArray()
  if (found?.signIn === undefined) return
  const signIn = { ...found.signIn, status, header: null }
  await ledger.intents.where({ id: found.id, state: 'signing-in' }).modify({ state: 'done', signIn })
  changes.emit(found.id)
}

/** 128 random bits in hex. */
const newTag = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
