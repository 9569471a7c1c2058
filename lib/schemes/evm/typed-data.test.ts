import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { describe, expect, it } from 'vitest'

import vectors from '@/tests/vectors/signing.json'

import { digestOf, type TypedData, typeText } from './eip712'
import { readTypedData } from './typed-data'

const WALLET = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'

/** The example of EIP-712, with every member of a domain and one of each kind of type. */
const mail = {
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: WALLET },
  primaryType: 'Mail',
  types: {
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'pair', type: 'uint8[2]' },
      { name: 'delta', type: 'int16' },
      { name: 'seal', type: 'bytes4' },
      { name: 'body', type: 'bytes' },
      { name: 'urgent', type: 'bool' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
  },
  message: {
    from: { name: 'Cow', wallet: WALLET },
    to: [{ name: 'Bob', wallet: WALLET }],
    pair: [1, '0xff'],
    delta: '-300',
    seal: '0xDEADBEEF',
    body: '0x',
    urgent: true,
  },
}

type Mail = typeof mail
const changed = (change: (copy: Mail & Record<string, unknown>) => void) => {
  const copy = structuredClone(mail)
  change(copy)
  return copy
}

function read(value: unknown): TypedData {
  const result = readTypedData(value)
  if (!result.ok) throw new Error(`${result.error.field} ${result.error.detail}`)
  return result.value
}

const field = (value: unknown) => {
  const result = readTypedData(value)
  return result.ok ? null : result.error.field
}

const viemDigest = (value: unknown) => hashTypedData(value as TypedDataDefinition)

describe('reading typed data', () => {
  it('takes JSON text and an object alike', () => {
    expect(read(JSON.stringify(mail))).toEqual(read(mail))
  })

  it('gives each value its one form', () => {
    expect(read(mail)).toMatchObject({
      domain: { chainId: 1n },
      message: { pair: [1n, 255n], delta: -300n, seal: '0xdeadbeef', body: '0x', urgent: true },
    })
  })

  it('takes an address in any case and gives it its checksum', () => {
    const lower = changed((m) => {
      m.message.from.wallet = WALLET.toLowerCase()
    })
    expect(read(lower)).toEqual(read(mail))
  })

  it('hashes as viem does, and as the example says it does', () => {
    expect(digestOf(read(mail))).toBe(viemDigest({ ...mail, message: read(mail).message }))
  })

  it.each(vectors.vectors.flatMap((v) => v.signTypedDataCalls.map((call) => [v.id, call] as const)))(
    'gives the golden digest of %s',
    (_, call) => {
      expect(digestOf(read(call))).toBe(call.digest)
    },
  )

  it('makes EIP712Domain from the domain where the page has none, and takes the same one given', () => {
    const named = { ...mail, types: { ...mail.types, EIP712Domain: read(mail).types.EIP712Domain } }
    expect(digestOf(read(named))).toBe(digestOf(read(mail)))
  })

  it('hashes the domain in the order that EIP712Domain names', () => {
    const EIP712Domain = read(mail).types.EIP712Domain?.toReversed()
    const turned = { ...mail, types: { ...mail.types, EIP712Domain } }
    expect(digestOf(read(turned))).not.toBe(digestOf(read(mail)))
    expect(digestOf(read(turned))).toBe(viemDigest({ ...turned, message: read(mail).message }))
  })

  it('drops what nobody signs: types out of reach, and members beside the four', () => {
    const more = { ...mail, note: 'hi', types: { ...mail.types, Other: [{ name: 'a', type: 'bool' }] } }
    expect(read(more)).toEqual(read(mail))
  })

  it('takes a list of a struct within itself', () => {
    const tree = {
      domain: {},
      primaryType: 'Node',
      types: { Node: [{ name: 'children', type: 'Node[]' }] },
      message: { children: [{ children: [] }, { children: [] }] },
    }
    expect(digestOf(read(tree))).toBe(viemDigest(tree))
  })

  it('takes members that objects have by nature only where they are named', () => {
    const types = { Odd: [{ name: 'constructor', type: 'string' }] }
    const odd = { domain: {}, primaryType: 'Odd', types, message: { constructor: 'x' } }
    expect(digestOf(read(odd))).toBe(viemDigest(odd))
    expect(field({ ...odd, message: {} })).toBe('message.constructor')
  })
})

describe('typed data that is refused', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
  const cyclic: Record<string, unknown> = { ...mail }
  cyclic.self = cyclic

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['nothing', undefined],
    ['null', null],
    ['a list', [mail]],
    ['a member named twice', JSON.stringify(mail).replace('"delta":', '"urgent":false,"delta":')],
    ['a cycle', cyclic],
    ['more than 16 levels', { ...mail, message: deep(16) }],
    ['more than 64 kB', { ...mail, note: 'x'.repeat(65_536) }],
    [
      'a number that JSON rounds',
      JSON.stringify(mail)
        .replace('-300', '9007199254740993')
        .replace(/"(9\d+)"/, '$1'),
    ],
  ])('is %s', (_, value) => {
    expect(field(value)).toBe('typedData')
  })

  const message = (name: keyof Mail['message'], value: unknown): [string, unknown] => [
    `message.${name}`,
    changed((m) => {
      Object.assign(m.message, { [name]: value })
    }),
  ]

  it.each([
    ['message', { ...mail, message: [] }],
    ['message.extra', { ...mail, message: { ...mail.message, extra: 1 } }],
    [
      'message.from.extra',
      { ...mail, message: { ...mail.message, from: { name: '', wallet: WALLET, extra: 1 } } },
    ],
    message('from', null),
    message('to', {}),
    ['message.to[0]', changed((m) => Object.assign(m.message, { to: [null] }))],
    message('pair', [1]),
    message('pair', [1, 2, 3]),
    ['message.pair[1]', changed((m) => Object.assign(m.message, { pair: [1, 256] }))],
    ['message.pair[0]', changed((m) => Object.assign(m.message, { pair: [-1, 0] }))],
    message('delta', 1.5),
    message('delta', '32768'),
    message('delta', -32769),
    message('delta', '-0'),
    message('delta', '007'),
    message('delta', '1e3'),
    message('delta', ' 1'),
    message('delta', '-0x1'),
    message('delta', '0x'),
    message('delta', ''),
    message('delta', true),
    message('delta', null),
    message('seal', '0xdeadbe'),
    message('seal', '0xdeadbeef00'),
    message('seal', 'deadbeef'),
    message('body', '0x0'),
    message('body', [0]),
    message('urgent', 'true'),
    message('urgent', 1),
    [
      'message.from.name',
      { ...mail, message: { ...mail.message, from: { name: '\ud800', wallet: WALLET } } },
    ],
    ['message.from.name', { ...mail, message: { ...mail.message, from: { name: 1, wallet: WALLET } } }],
    ['message.from.wallet', { ...mail, message: { ...mail.message, from: { name: '', wallet: '0x1' } } }],
    ['message.from.wallet', { ...mail, message: { ...mail.message, from: { name: '', wallet: 'a.eth' } } }],
    ['message.from.wallet', { ...mail, message: { ...mail.message, from: { name: '' } } }],
  ])('names %s', (name, value) => {
    expect(field(value)).toBe(name)
  })

  const withType = (name: string, members: unknown) => ({
    ...mail,
    types: { ...mail.types, [name]: members },
  })
  it.each([
    ['types', { ...mail, types: null }],
    ['types.Person', withType('Person', {})],
    ['types.Person', withType('Person', [{ name: 'a' }])],
    ['types.Person', withType('Person', [{ name: 'a', type: 'bool', indexed: true }])],
    ['types.Person', withType('Person', [{ name: 'a b', type: 'bool' }])],
    ['types.Person', withType('Person', [{ name: '__proto__', type: 'bool' }])],
    ['types.Person', withType('Person', [{ name: 'a', type: `bool${'[]'.repeat(99)}` }])],
    [
      'types.Person.a',
      withType('Person', [
        { name: 'a', type: 'bool' },
        { name: 'a', type: 'bool' },
      ]),
    ],
    ...[
      'uint',
      'int',
      'uint7',
      'uint264',
      'uint0',
      'bytes0',
      'bytes33',
      'Nobody',
      'bool[0]',
      'bool[',
      'toString',
      '',
    ].map((type): [string, unknown] => ['types.Person.a', withType('Person', [{ name: 'a', type }])]),
    ...['address', 'uint256', 'int', 'bytes', 'bytes32', 'function', '1st', 'A B', 'A$', 'Hyper:Send'].map(
      (name): [string, unknown] => [`types.${name}`, withType(name, [])],
    ),
    [
      'types',
      withType(
        'Mail',
        Array.from({ length: 500 }, (_, i) => ({ name: `a${i}`, type: 'bool' })),
      ),
    ],
    ['primaryType', { ...mail, primaryType: 'Male' }],
    ['primaryType', { ...mail, primaryType: 'EIP712Domain', types: { ...mail.types, EIP712Domain: [] } }],
    ['primaryType', { ...mail, primaryType: 'toString' }],
    ['primaryType', { ...mail, primaryType: undefined }],
    ['domain', { ...mail, domain: undefined }],
    ['domain.chain', { ...mail, domain: { ...mail.domain, chain: 1 } }],
    ['domain.version', { ...mail, domain: { ...mail.domain, version: 1 } }],
    ['domain.chainId', { ...mail, domain: { ...mail.domain, chainId: 'eip155:1' } }],
    ['domain.verifyingContract', { ...mail, domain: { ...mail.domain, verifyingContract: '0x' } }],
    ['domain.salt', { ...mail, domain: { ...mail.domain, salt: '0x00' } }],
  ])('names %s: %#', (name, value) => {
    expect(field(value)).toBe(name)
  })

  it('is a domain that claims a member which its type does not sign (I4)', () => {
    const EIP712Domain = [{ name: 'name', type: 'string' }]
    expect(field(withType('EIP712Domain', EIP712Domain))).toBe('domain.version')
  })

  it('is a domain type with a member that no domain has, or of another type', () => {
    expect(field(withType('EIP712Domain', [{ name: 'purse', type: 'string' }]))).toBe('types.EIP712Domain')
    expect(field(withType('EIP712Domain', [{ name: 'chainId', type: 'string' }]))).toBe('types.EIP712Domain')
  })
})

describe('the digest of typed data', () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b) => `0x${Buffer.from(b).toString('hex')}`)
  const bits = fc.integer({ min: 1, max: 32 }).map((n) => n * 8)
  const elementary: fc.Arbitrary<readonly [type: string, value: unknown]> = fc.oneof(
    bits.chain((n) =>
      fc.bigInt({ min: 0n, max: 2n ** BigInt(n) - 1n }).map((v) => [`uint${n}`, `${v}`] as const),
    ),
    bits.chain((n) =>
      fc
        .bigInt({ min: -(2n ** BigInt(n - 1)), max: 2n ** BigInt(n - 1) - 1n })
        .map((v) => [`int${n}`, `${v}`] as const),
    ),
    fc.integer({ min: 1, max: 32 }).chain((n) => hex(n).map((v) => [`bytes${n}`, v] as const)),
    fc.integer({ min: 0, max: 40 }).chain((n) => hex(n).map((v) => ['bytes', v] as const)),
    hex(20).map((v) => ['address', v] as const),
    fc.boolean().map((v) => ['bool', v] as const),
    fc.string({ unit: 'grapheme' }).map((v) => ['string', v] as const),
  )

  type Built = { readonly type: string; readonly value: unknown; readonly types: Record<string, unknown[]> }
  /** A type and a value of it, to some depth; structs get their names by where they stand. */
  const { built } = fc.letrec<{ built: Built }>((tie) => ({
    built: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      elementary.map(([type, value]) => ({ type, value, types: {} })),
      fc.tuple(tie('built'), fc.integer({ min: 0, max: 3 }), fc.boolean()).map(([of, n, fixed]) => ({
        type: `${of.type}[${fixed && n > 0 ? n : ''}]`,
        value: Array.from({ length: n }, () => of.value),
        types: of.types,
      })),
      fc.array(tie('built'), { minLength: 1, maxLength: 3 }).map((members) => {
        // A hash of its members keeps a struct's name its own.
        const key = Buffer.from(JSON.stringify(members.map((m) => [m.type, m.types]))).toString('hex')
        const name = `S${key.length}_${[...key].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 1e9, 7)}`
        return {
          type: name,
          value: Object.fromEntries(members.map((m, i) => [`m${i}`, m.value])),
          types: Object.assign({}, ...members.map((m) => m.types), {
            [name]: members.map((m, i) => ({ name: `m${i}`, type: m.type })),
          }),
        }
      }),
    ),
  }))

  it('is the one that viem computes, for all types and values (I4)', () => {
    const domain = fc.record(
      {
        name: fc.string({ unit: 'grapheme' }),
        version: fc.string(),
        chainId: fc.integer({ min: 1 }),
        verifyingContract: hex(20),
        salt: hex(32),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(domain, fc.array(built, { minLength: 1, maxLength: 3 }), (ofDomain, members) => {
        const value = {
          domain: ofDomain,
          primaryType: 'Top',
          types: Object.assign({}, ...members.map((m) => m.types), {
            Top: members.map((m, i) => ({ name: `m${i}`, type: m.type })),
          }),
          message: Object.fromEntries(members.map((m, i) => [`m${i}`, m.value])),
        }
        const result = readTypedData(value)
        fc.pre(result.ok || !['types', 'typedData'].includes(result.error.field))
        const typed = read(value)
        expect(digestOf(typed)).toBe(viemDigest(typed))
      }),
      { numRuns: 120 },
    )
  }, 60_000)

  it('is over the types in their order, each once (encodeType)', () => {
    expect(typeText(read(mail).types, 'Mail')).toBe(
      'Mail(Person from,Person[] to,uint8[2] pair,int16 delta,bytes4 seal,bytes body,bool urgent)Person(string name,address wallet)',
    )
  })
})
