import { ed25519 } from '@noble/curves/ed25519'
import {
  decompileTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction as KitInstruction,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { tokenAccountOf } from './derived'
import { buildTransfer, checkBytes, type SvmTerms, USUAL_BUDGET } from './exact'
import {
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
  type Instruction,
  type Message,
} from './message'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs'
import { digestOfMessage, signTransfer, unsignedPayload } from './sign'
import { addressOfSecret } from './slip10'
import { FEE_PAYER, PAYEE, PAYER, SECRET, TERMS } from './testing'

const OTHER = addressOfSecret(new Uint8Array(32).fill(1))
const EMPTY = new Uint8Array(64)

function built(terms: SvmTerms = TERMS): Message {
  const message = buildTransfer(terms)
  if (!message.ok) throw new Error(message.error.field)
  return message.value
}

/** With a place for each signature that the message wants. */
function wire(message: Message): Uint8Array {
  const signed = encodeMessage(message)
  return encodeTransaction(
    Array.from({ length: signed[1] ?? 0 }, () => EMPTY),
    signed,
  )
}

/** What the check says of a message that was changed. */
function faultOf(change: (message: Message) => Message): string | null {
  const checked = checkBytes(wire(change(built())), TERMS)
  return checked.ok ? null : checked.error.field
}

const withCall =
  (at: number, change: (call: Instruction) => Instruction) =>
  (message: Message): Message => ({
    ...message,
    instructions: message.instructions.map((call, i) => (i === at ? change(call) : call)),
  })

const account = (at: number, address: string) =>
  withCall(2, (call) => ({
    ...call,
    accounts: call.accounts.map((use, i) => (i === at ? { ...use, address } : use)),
  }))

describe('what a Solana payment signs (I4)', () => {
  it('is read by the Solana library as the four calls, in their order', () => {
    const payload = unsignedPayload(TERMS)
    if (!payload.ok) throw new Error(payload.error.field)
    const bytes = getBase64Encoder().encode(payload.value.transaction)
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes))
    expect(Object.keys(signatures)).toEqual([FEE_PAYER, PAYER])
    expect(message.feePayer.address).toBe(FEE_PAYER)
    expect(message.lifetimeConstraint).toMatchObject({ blockhash: TERMS.blockhash })
    const calls = [...message.instructions] as readonly KitInstruction[]
    expect(calls.map((call) => call.programAddress)).toEqual([
      'ComputeBudget111111111111111111111111111111',
      'ComputeBudget111111111111111111111111111111',
      TOKEN_PROGRAM,
      MEMO_PROGRAM,
    ])
    expect(calls[2]?.accounts?.map(({ address, role }) => [address, role])).toEqual([
      [tokenAccountOf(PAYER, TERMS.mint, TOKEN_PROGRAM), 1],
      [TERMS.mint, 0],
      [tokenAccountOf(PAYEE, TERMS.mint, TOKEN_PROGRAM), 1],
      [PAYER, 2],
    ])
  })

  it('is what was approved, for any amount, decimals, memo and program', () => {
    const terms = fc.record({
      amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      decimals: fc.nat(255),
      memo: fc.stringMatching(/^[\x20-\x7e]{1,256}$/),
      program: fc.constantFrom(TOKEN_PROGRAM, TOKEN_2022_PROGRAM),
    })
    fc.assert(
      fc.property(terms, (some) => {
        const of = { ...TERMS, ...some }
        const bytes = wire(built(of))
        expect(checkBytes(bytes, of).ok).toBe(true)
        expect(decodeTransaction(bytes)?.message).toEqual(built(of))
      }),
    )
  })

  it('is refused for every byte that is another one', () => {
    const bytes = wire(built())
    const signed = bytes.length - encodeMessage(built()).length
    for (let at = signed; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ 1
      expect(checkBytes(changed, TERMS).ok, `byte ${at - signed} of the message`).toBe(false)
    }
  })

  it.each<[string, (message: Message) => Message, string]>([
    ['another fee payer', (m) => ({ ...m, feePayer: OTHER }), 'feePayer'],
    ['another blockhash', (m) => ({ ...m, blockhash: OTHER }), 'blockhash'],
    ['another source', account(0, OTHER), 'source'],
    ['another mint', account(1, OTHER), 'mint'],
    ['another destination', account(2, OTHER), 'destination'],
    ['another authority', account(3, OTHER), 'signers'],
    [
      'a call more',
      (m) => ({ ...m, instructions: [...m.instructions, ...m.instructions.slice(3)] }),
      'instructions',
    ],
    ['a call less', (m) => ({ ...m, instructions: m.instructions.slice(0, 3) }), 'instructions'],
    ['another order', (m) => ({ ...m, instructions: [...m.instructions].reverse() }), 'computeUnitLimit'],
    ['another program', withCall(2, (c) => ({ ...c, program: TOKEN_2022_PROGRAM })), 'program'],
    ['an unknown program', withCall(2, (c) => ({ ...c, program: ASSOCIATED_TOKEN_PROGRAM })), 'program'],
    ['another memo', withCall(3, (c) => ({ ...c, data: Uint8Array.of(65) })), 'memo'],
    [
      'a memo that names a signer',
      withCall(3, (c) => ({ ...c, accounts: [{ address: PAYER, signer: true, writable: false }] })),
      'memo.accounts',
    ],
    [
      'a signer more',
      withCall(2, (c) => ({
        ...c,
        accounts: [...c.accounts, { address: OTHER, signer: true, writable: false }],
      })),
      'signers',
    ],
    [
      'an account more',
      withCall(2, (c) => ({
        ...c,
        accounts: [...c.accounts, { address: OTHER, signer: false, writable: false }],
      })),
      'accounts',
    ],
    [
      'an unchecked transfer',
      withCall(2, (c) => ({ ...c, data: Uint8Array.from([3, ...c.data.slice(1, 9)]) })),
      'amount',
    ],
    [
      'an approval',
      withCall(2, (c) => ({ ...c, data: Uint8Array.from([13, ...c.data.slice(1)]) })),
      'amount',
    ],
  ])('is refused with %s', (_, change, field) => {
    expect(faultOf(change)).toBe(field)
  })

  it('is refused where a byte follows, one is missing, or a table of addresses is named', () => {
    const bytes = wire(built())
    expect(decodeTransaction(Uint8Array.from([...bytes, 0]))).toBeNull()
    expect(decodeTransaction(bytes.slice(0, -1))).toBeNull()
    expect(decodeTransaction(Uint8Array.from([...bytes.slice(0, -1), 1]))).toBeNull()
    expect(decodeTransaction(new Uint8Array(2_000))).toBeNull()
  })

  it('reads any bytes without a fault of its own', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const read = decodeTransaction(bytes)
        if (read !== null) expect(encodeTransaction(read.signatures, read.signed)).toEqual(bytes)
      }),
    )
  })

  it.each<[string, Partial<SvmTerms>]>([
    ['amount', { amount: 2n ** 64n }],
    ['amount', { amount: -1n }],
    ['decimals', { decimals: 256 }],
    ['memo', { memo: '' }],
    ['memo', { memo: 'x'.repeat(257) }],
    ['payTo', { payTo: '0x0000000000000000000000000000000000000001' }],
    ['program', { program: OTHER }],
    ['feePayer', { feePayer: PAYER }],
    ['budget', { budget: { units: 400_000, microLamports: 5_000_000 } }],
  ])('is not built with a bad %s (%o)', (field, over) => {
    const message = buildTransfer({ ...TERMS, ...over })
    expect(message.ok ? null : message.error.field).toBe(field)
  })
})

describe('signTransfer', () => {
  it('signs as the authority alone, and leaves the fee payer its place', () => {
    const signed = signTransfer(TERMS, SECRET)
    if (!signed.ok) throw new Error(signed.error.field)
    const bytes = Uint8Array.from(atob(signed.value.payload.transaction), (c) => c.charCodeAt(0))
    const read = decodeTransaction(bytes)
    if (read === null) throw new Error('no transaction')
    const [feePayers, ours = EMPTY] = read.signatures
    expect(feePayers).toEqual(EMPTY)
    expect(ed25519.verify(ours, read.signed, ed25519.getPublicKey(SECRET))).toBe(true)
    expect(signed.value.digest).toBe(digestOfMessage(encodeMessage(built())))
  })

  it('signs nothing with the key of another account, and says nothing of the key', () => {
    const signed = signTransfer(TERMS, new Uint8Array(32).fill(3))
    expect(signed).toEqual({ ok: false, error: { field: 'from', detail: `the key is not that of ${PAYER}` } })
    expect(signTransfer({ ...TERMS, budget: { ...USUAL_BUDGET, units: 0 } }, SECRET).ok).toBe(false)
  })
})
