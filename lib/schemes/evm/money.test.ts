import { describe, expect, it } from 'vitest'
import { X402_SPENDERS } from '@/lib/core/assets/permit2'
import vectors from '@/tests/vectors/signing.json'
import { buildMovement, checkSame } from './build'
import { digestOf } from './eip712'
import { FORMS, type Movement } from './movement'
import {
  detail,
  EVIL,
  EXACT,
  exact,
  examples,
  ME,
  movement,
  NONCE,
  NOW,
  OTHER_TOKEN,
  type Page,
  page,
  permit2Domain,
  pull,
  read,
  SEVEN,
  SHOP,
  UPTO,
  USDC,
  WITNESSED,
} from './testing'

describe('the money that typed data moves', () => {
  const common = { network: 'eip155:84532', tokenName: 'USDC', tokenVersion: '2', from: ME }
  const once = { asset: USDC, amount: 10000n, validBefore: BigInt(NOW + 60), open: null }
  const byPermit2 = { network: 'eip155:84532', tokenName: null, tokenVersion: null, from: null }

  it.each<[Movement['kind'], object]>([
    ['transfer-with-authorization', { ...common, ...once, payTo: SHOP, spender: null, nonce: NONCE }],
    ['receive-with-authorization', { ...common, ...once, payTo: SHOP, spender: null, nonce: NONCE }],
    ['cancel-authorization', { ...common, asset: USDC, nonce: NONCE }],
    ['permit', { ...common, ...once, payTo: SHOP, spender: SHOP, nonce: SEVEN, ends: null }],
    [
      'permit-dai',
      {
        ...common,
        ...once,
        payTo: SHOP,
        nonce: SEVEN,
        ends: null,
        amount: 2n ** 256n - 1n,
        open: 'unlimited',
      },
    ],
    ['permit2-transfer', { ...byPermit2, ...once, payTo: SHOP, spender: SHOP, nonce: SEVEN, x402: null }],
    [
      'permit2-allowance',
      { ...byPermit2, ...once, payTo: SHOP, spender: SHOP, nonce: SEVEN, ends: BigInt(NOW + 3600) },
    ],
    [
      'permit2-batch',
      {
        ...byPermit2,
        payTo: SHOP,
        nonce: SEVEN,
        open: null,
        parts: [
          { asset: USDC, amount: 10000n, expiration: null, nonce: null },
          { asset: OTHER_TOKEN, amount: 5n, expiration: null, nonce: null },
        ],
      },
    ],
    [
      'permit2-allowance-batch',
      {
        ...byPermit2,
        payTo: SHOP,
        nonce: null,
        parts: [
          { asset: USDC, amount: 10000n, expiration: BigInt(NOW + 3600), nonce: SEVEN },
          { asset: OTHER_TOKEN, amount: 10000n, expiration: BigInt(NOW + 3600), nonce: SEVEN },
        ],
      },
    ],
  ])('is decoded for %s', (kind, expected) => {
    expect(movement(examples[kind])).toMatchObject({ kind, ...expected })
  })

  it('goes to the payee that the witness names where the spender is the contract of x402', () => {
    expect(movement(page(EXACT, exact, permit2Domain))).toMatchObject({
      kind: 'permit2-transfer',
      x402: 'exact',
      payTo: SHOP,
      spender: X402_SPENDERS.exact,
      validAfter: 3n,
    })
  })

  it('is the most that may be taken in an upto payment, whose facilitator stands in the witness (atk-065)', () => {
    const witness = { to: SHOP, facilitator: EVIL, validAfter: 0 }
    expect(
      movement(page(UPTO, { ...exact, spender: X402_SPENDERS.upto, witness }, permit2Domain)),
    ).toMatchObject({
      x402: 'upto',
      payTo: SHOP,
      amount: 10000n,
      witness: { value: { facilitator: EVIL } },
    })
  })

  it.each([
    ['another spender', page(EXACT, { ...exact, spender: EVIL }, permit2Domain)],
    [
      'the contract of the other scheme',
      page(EXACT, { ...exact, spender: X402_SPENDERS.upto }, permit2Domain),
    ],
    [
      'a witness of another form',
      page(`${WITNESSED}Witness(uint256 validAfter,address to)`, exact, permit2Domain),
    ],
  ])('goes to the spender, whatever the witness says, with %s (atk-065)', (_, value) => {
    const found = movement(value)
    expect(found).toMatchObject({ x402: null, validAfter: 0n })
    expect('spender' in found && 'payTo' in found && found.payTo === found.spender).toBe(true)
  })

  it('is decoded in a batch with a witness', () => {
    const form = FORMS['permit2-batch']
      .replace('TransferFrom', 'WitnessTransferFrom')
      .replace('deadline)', 'deadline,Order witness)')
    const message = { ...pull, permitted: [pull.permitted], witness: { id: 4 } }
    const value = page(`${form}Order(uint256 id)`, message, permit2Domain)
    expect(movement(value)).toMatchObject({
      kind: 'permit2-batch',
      witness: { text: 'Order(uint256 id)', value: { id: 4n } },
    })
    expect(checkSame(read(value), movement(value)).ok).toBe(true)
  })

  it.each(
    vectors.vectors.flatMap((v) =>
      v.signTypedDataCalls.filter((c) => c.primaryType !== 'Voucher').map((call) => [v.id, call, v] as const),
    ),
  )('is that of the offer in what the published client signs for %s', (id, call, { requirements }) => {
    const found = movement(call)
    if (!('amount' in found)) throw new Error(found.kind)
    const deposit = id.startsWith('batch')
    expect(found).toMatchObject({
      network: requirements.network.replace('base-sepolia', 'eip155:84532'),
      asset: requirements.asset,
      open: null,
    })
    if (!deposit) expect(found.amount).toBe(10_000n)
    const scheme = id.startsWith('upto') ? 'upto' : id.startsWith('exact') ? 'exact' : null
    if (call.primaryType === 'PermitWitnessTransferFrom') expect(found.x402).toBe(scheme)
    if (scheme !== null && call.primaryType !== 'Permit') expect(found.payTo).toBe(requirements.payTo)
    expect(checkSame(read(call), found)).toMatchObject({ ok: true })
    expect(digestOf(buildMovement(found))).toBe(call.digest)
  })
})

describe('an open allowance', () => {
  const open = (value: Page) => {
    const found = movement(value)
    return 'open' in found ? found.open : null
  }
  const withMessage = (kind: Movement['kind'], change: object): Page => ({
    ...examples[kind],
    message: { ...examples[kind].message, ...change },
  })
  const allowance = (change: object) =>
    withMessage('permit2-allowance', { details: { ...detail, ...change } })

  it.each([
    [
      'an EIP-2612 permit of everything (atk-042)',
      withMessage('permit', { value: (2n ** 256n - 1n).toString() }),
    ],
    ['half of everything', withMessage('permit', { value: (2n ** 255n).toString() })],
    ['all 160 bits of Permit2', allowance({ amount: (2n ** 160n - 1n).toString() })],
    ['one less than that', allowance({ amount: (2n ** 160n - 2n).toString() })],
    [
      'a single transfer of everything',
      withMessage('permit2-transfer', { permitted: { token: USDC, amount: `0x${'f'.repeat(64)}` } }),
    ],
    [
      'one part of a batch',
      withMessage('permit2-allowance-batch', {
        details: [
          { ...detail, expiration: NOW + 1e6 },
          { ...detail, amount: (2n ** 160n - 1n).toString() },
        ],
      }),
    ],
  ])('is unlimited with %s', (_, value) => {
    expect(open(value)).toBe('unlimited')
  })

  it('is long-lived when it can be used a day from now', () => {
    expect(open(allowance({ expiration: NOW + 86_400 }))).toBeNull()
    expect(open(allowance({ expiration: NOW + 86_401 }))).toBe('long-lived')
    expect(open(withMessage('permit', { deadline: NOW + 86_401 }))).toBe('long-lived')
    expect(
      open(withMessage('permit2-allowance-batch', { details: [detail, { ...detail, expiration: 2 ** 40 }] })),
    ).toBe('long-lived')
  })

  it('is long-lived by its signature where Permit2 starts it only when that is handed in', () => {
    const late = withMessage('permit2-allowance', {
      details: { ...detail, expiration: 0 },
      sigDeadline: 2 ** 40,
    })
    expect(open(late)).toBe('long-lived')
    expect(movement(late)).toMatchObject({ ends: BigInt(2 ** 40), expiration: 0n })
  })

  it('is none where it takes an allowance back', () => {
    expect(open(withMessage('permit-dai', { allowed: false, expiry: 0 }))).toBeNull()
    expect(open(withMessage('permit', { value: 0, deadline: 2 ** 48 }))).toBeNull()
    expect(movement(withMessage('permit-dai', { allowed: false }))).toMatchObject({ amount: 0n })
  })
})
