import 'fake-indexeddb/auto'
import { parseSIWxHeader, verifySIWxSignature } from '@x402/extensions/sign-in-with-x'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthorizationRow, IntentRow, QuoteRow } from '@/lib/ledger/schema'
import { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { ACCOUNT, authorizationRow, intentRow, ORIGIN, PAYEE, quoteRow } from '@/lib/ledger/write/testing'
import { JUNK_KEY } from '@/lib/vault/testing'
import { wayBackView } from '@/lib/views/sign-in'
import { Changes } from './changes'
import { intentKey } from './envelope'
import { mayReturn, signInAnswered, signInInstead } from './sign-in'
import type { Wallet } from './wallet'

vi.mock('wxt/browser', () => ({ browser: {} }))

const PATH = `${ORIGIN}/1`
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let ledger: Ledger
let serial = 0
let sent: { url: string; header: unknown; kind: string }[]
let locked: boolean
/** The vault as far as a sign-in needs it; it has the one public test key. */
let wallet: Wallet

beforeEach(() => {
  ledger = new Ledger(`sign-in-${++serial}`)
  sent = []
  locked = false
  const vault = {
    status: async () => (locked ? 'locked' : 'unlocked'),
    accounts: async () => [{ address: ACCOUNT }],
    touch: async () => undefined,
    verifyPassword: async (password: string) =>
      password === 'right' ? { ok: true } : { ok: false, error: { code: 'wrong-password' } },
    withKey: async (_: string, use: (key: string) => unknown) => ({ ok: true, value: await use(JUNK_KEY) }),
  }
  wallet = { ledger, vault, changes: new Changes() } as unknown as Wallet
})
afterEach(() => ledger.delete())

/** The quote of that path, with the extension as a server declares it. */
function quoteWith(info: object = {}, change: Partial<QuoteRow> = {}): QuoteRow {
  const row = quoteRow('1')
  const now = new Date().toISOString()
  const said = {
    domain: 'news.example',
    uri: PATH,
    version: '1',
    nonce: 'abcdef123456',
    issuedAt: now,
    ...info,
  }
  const supportedChains = [{ chainId: 'eip155:84532', type: 'eip191' }]
  const extensions = { 'sign-in-with-x': { info: said, supportedChains, schema: {} } }
  return { ...row, raw: JSON.stringify({ ...(JSON.parse(row.raw) as object), extensions }), ...change }
}

/** An intent that waits, after a payment of the same. */
async function asked(
  change: Partial<IntentRow> = {},
  paid: Partial<AuthorizationRow> = {},
  quote = quoteWith(),
): Promise<IntentRow> {
  const now = Date.now()
  const wish = intentRow('1', { state: 'asking', createdAt: now, deadline: now + 120_000, ...change })
  const intent = { ...wish, key: intentKey(wish) }
  const key = intentKey(intentRow('1'))
  await ledger.intents.put(intent)
  await ledger.quotes.put(quote)
  const earlier = { intentId: 'earlier', key, state: 'settled', delivered: 1, ...paid } as const
  await ledger.authorizations.put(authorizationRow('1', earlier))
  return intent
}

const view = async (intent: IntentRow) => {
  const quote = await ledger.quotes.get(intent.quoteId)
  if (quote === undefined) throw new Error('no quote')
  return await wayBackView(ledger, intent, quote, async () => [ACCOUNT])
}

const send = (message: string, more: object = {}) =>
  signInInstead(
    wallet,
    { paymentId: '1', message, ...more },
    {
      sendNavigation: async (_, { answeredUrl, header }) =>
        void sent.push({ url: answeredUrl, header, kind: 'navigation' }),
      refreshBadge: async () => undefined,
      sendNext: async (_, { answeredUrl, header }) =>
        void sent.push({ url: answeredUrl, header, kind: 'next' }),
    },
  )

const messageOf = async (intent: IntentRow) => (await view(intent))?.message ?? ''

describe('a way back to what was paid for', () => {
  it('is shown with the payment, the account that paid, and the whole text', async () => {
    const intent = await asked({}, { createdAt: 1_767_225_600_000 })
    expect(await view(intent)).toMatchObject({
      paidBy: 'earlier',
      paidAt: 1_767_225_600_000,
      amountText: '0.01',
      symbol: 'USDC',
      account: ACCOUNT,
      needsPassword: false,
      refusedAt: null,
    })
    expect(await messageOf(intent)).toMatch(
      /^news\.example wants you to sign in with your Ethereum account:\n/,
    )
  })

  it.each<[string, Partial<IntentRow>, Partial<AuthorizationRow>, QuoteRow?]>([
    ['nobody paid', {}, { state: 'released' }],
    ['the outcome of the payment is not known', {}, { state: 'unknown' }],
    ['another account paid', {}, { from: OTHER }],
    ['another payee is asked for', {}, { payTo: OTHER }],
    ['it was answered at another address', {}, { answeredUrl: `${ORIGIN}/2` }],
    ['another page asks', { asker: 'https://evil.example' }, {}],
    ['another body is sent', { method: 'POST', bodyDigest: '0x01' }, {}],
    ['an agent carries its payments itself', { kind: 'call' }, {}],
    ['the page alone says what the quote is', {}, {}, quoteWith({}, { source: 'page' })],
    ['several answers could be this one', {}, {}, quoteWith({}, { notes: ['uncertain'] })],
    ['the challenge is for another site (atk-028)', {}, {}, quoteWith({ domain: 'evil.example' })],
    ['the quote has no such extension', {}, {}, quoteRow('1')],
  ])('is none where %s', async (_, change, paid, quote) => {
    const intent = await asked(change, paid, quote)
    expect(await view(intent)).toBeNull()
    expect(await mayReturn(wallet, intent as never, quote ?? quoteWith())).toBe(false)
    expect(await send('anything')).toEqual({ code: 'changed' })
    expect(sent).toEqual([])
  })

  it('is there for a page that was loaded by its address, once it was paid by a link of another site', async () => {
    const link = intentRow('1', { kind: 'navigation', asker: ORIGIN })
    const intent = await asked(
      { kind: 'navigation', asker: 'https://links.example' },
      { key: intentKey(link) },
    )
    expect(await view(intent)).not.toBeNull()
    const fetched = await asked({ kind: 'fetch', asker: 'https://links.example' }, { key: intentKey(link) })
    expect(await view(fetched)).toBeNull()
  })

  it('says that the site wanted to be paid after the last sign-in', async () => {
    const intent = await asked()
    const signIn = { paidBy: 'earlier', account: ACCOUNT, network: '', message: '', header: null, tag: null }
    await ledger.intents.put({ ...intent, id: '0', state: 'done', signIn: { ...signIn, status: 402, at: 7 } })
    expect((await view(intent))?.refusedAt).toBe(7)
  })
})

describe('signing in instead of paying', () => {
  it('signs the text on screen with the account that paid, as the official extension verifies it', async () => {
    const intent = await asked({ kind: 'navigation' })
    const message = await messageOf(intent)
    expect(await send(message)).toBeNull()
    const [{ url, header, kind } = { url: '', header: null, kind: '' }] = sent
    expect([url, kind]).toEqual([PATH, 'navigation'])
    expect(header).toMatchObject({ name: 'SIGN-IN-WITH-X' })
    const proof = parseSIWxHeader((header as { value: string }).value)
    expect(proof).toMatchObject({ address: ACCOUNT, chainId: 'eip155:84532', domain: 'news.example' })
    expect(await verifySIWxSignature(proof)).toMatchObject({ isValid: true, payer: ACCOUNT })
    const after = await ledger.intents.get('1')
    expect(after).toMatchObject({ state: 'signing-in', signIn: { paidBy: 'earlier', tag: null, message } })
    // Nothing is held and nothing is approved: no money had a part in it.
    expect(await ledger.reservations.count()).toBe(0)
    expect(await ledger.approvals.count()).toBe(0)
    expect(await ledger.authorizations.count()).toBe(1)
  })

  it('marks the one request of the page that carries it', async () => {
    const intent = await asked()
    expect(await send(await messageOf(intent))).toBeNull()
    expect((await ledger.intents.get('1'))?.signIn?.tag).toMatch(/^[0-9a-f]{32}$/)
    expect(sent).toEqual([])
  })

  it('signs nothing but what was on screen', async () => {
    const intent = await asked()
    const message = await messageOf(intent)
    expect(await send(`${message} `)).toEqual({ code: 'changed' })
    await ledger.quotes.put(quoteWith({ nonce: 'another12345' }))
    expect(await send(message)).toEqual({ code: 'changed' })
    expect((await ledger.intents.get('1'))?.state).toBe('asking')
  })

  it('happens once for two clicks', async () => {
    const intent = await asked({ kind: 'navigation' })
    const message = await messageOf(intent)
    const both = await Promise.all([send(message), send(message)])
    expect(both.filter((said) => said === null)).toHaveLength(1)
    expect(sent).toHaveLength(1)
  })

  it('waits for the unlocked wallet, and for the password where software drives the browser', async () => {
    const intent = await asked()
    const message = await messageOf(intent)
    locked = true
    expect(await send(message)).toEqual({ code: 'locked' })
    locked = false
    await writeSettings(ledger, { agentsDrive: true })
    expect((await view(intent))?.needsPassword).toBe(true)
    expect(await send(message)).toEqual({ code: 'password-needed' })
    expect(await send(message, { password: 'wrong' })).toEqual({ code: 'wrong-password' })
    expect(await send(message, { password: 'right' })).toBeNull()
  })

  it('does not happen while payments are paused, for a blocked site, or for a page that gave up', async () => {
    const intent = await asked()
    const message = await messageOf(intent)
    await writeSettings(ledger, { paused: true })
    expect(await send(message)).toEqual({ code: 'held', decision: 'BLOCK_PAUSED' })
    await writeSettings(ledger, { paused: false, blockedOrigins: [ORIGIN] })
    expect(await send(message)).toEqual({ code: 'held', decision: 'BLOCK_ORIGIN' })
    await writeSettings(ledger, { blockedOrigins: [] })
    await ledger.intents.update('1', { deadline: Date.now() - 1 })
    expect(await send(message)).toEqual({ code: 'gone' })
  })

  it('keeps what the site answered, and lets go of the proof', async () => {
    const intent = await asked()
    await send(await messageOf(intent))
    const tag = (await ledger.intents.get('1'))?.signIn?.tag ?? ''
    const at = { method: 'GET', url: PATH }
    await signInAnswered(wallet, { ...at, tag: 'f'.repeat(32) }, 200)
    await signInAnswered(wallet, { ...at, url: `${ORIGIN}/2`, tag }, 200)
    expect((await ledger.intents.get('1'))?.state).toBe('signing-in')
    await signInAnswered(wallet, { ...at, tag }, 200)
    expect(await ledger.intents.get('1')).toMatchObject({
      state: 'done',
      signIn: { status: 200, header: null },
    })
  })
})

it('goes to the payee that was paid, whatever the case of its letters', async () => {
  expect(await view(await asked({}, { payTo: PAYEE.toLowerCase() }))).not.toBeNull()
})
