import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkSame } from './build'
import { digestOf, type TypedStruct } from './eip712'
import { moneyOf } from './money'
import { FORMS, typesOf } from './movement'
import {
  EXACT,
  exact,
  examples,
  ME,
  movement,
  NOW,
  page,
  permit,
  permit2Domain,
  pull,
  read,
  tokenDomain,
  UPTO,
  WITNESSED,
} from './testing'
import { readTypedData } from './typed-data'

describe('what is built from a movement', () => {
  it.each(Object.entries(examples))('has the digest of the page for %s', (_, value) => {
    expect(checkSame(read(value), movement(value))).toMatchObject({ ok: true })
  })

  it.each([EXACT, UPTO, `${WITNESSED}Witness(address to,TokenPermissions more)`])(
    'has the digest of the page for %s',
    (form) => {
      const witness =
        form === EXACT
          ? exact.witness
          : form === UPTO
            ? { ...exact.witness, facilitator: ME }
            : { to: ME, more: pull.permitted }
      const value = page(form, { ...exact, witness }, permit2Domain)
      expect(checkSame(read(value), movement(value))).toMatchObject({ ok: true })
    },
  )

  it('has no version in its domain where the token has none', () => {
    const { version: _, ...domain } = tokenDomain
    const value = page(FORMS.permit, permit, domain)
    expect(movement(value)).toMatchObject({ tokenVersion: null })
    expect(checkSame(read(value), movement(value))).toMatchObject({ ok: true })
  })

  it('is not the page’s where the domain is hashed in another order', () => {
    const value = examples.permit
    const EIP712Domain = read(value).types.EIP712Domain?.toReversed()
    const turned = { ...value, types: { ...value.types, EIP712Domain } }
    expect(checkSame(read(turned), movement(turned))).toMatchObject({
      ok: false,
      error: { field: 'typedData' },
    })
  })

  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .filter((b) => b.some((each) => each !== 0))
    .map((b) => `0x${Buffer.from(b).toString('hex')}`)
  const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n }).map(String)
  const word = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((b) => `0x${Buffer.from(b).toString('hex')}`)
  /** Any value for a type of the known forms. */
  const anyOf = (type: string): fc.Arbitrary<unknown> =>
    type === 'address'
      ? address
      : type === 'bytes32'
        ? word
        : type === 'bool'
          ? fc.boolean()
          : uint(BigInt(type.replace('uint', '')))
  const structOf = (types: ReturnType<typeof typesOf>, name: string): fc.Arbitrary<TypedStruct> =>
    fc.record(
      Object.fromEntries(
        (types[name] ?? []).map((member) => {
          const base = member.type.replace('[]', '')
          const one = Object.hasOwn(types, base) ? structOf(types, base) : anyOf(base)
          return [member.name, base === member.type ? one : fc.array(one, { minLength: 1, maxLength: 3 })]
        }),
      ),
    ) as fc.Arbitrary<TypedStruct>

  const forms = [...Object.values(FORMS), EXACT, UPTO]
  const anyPage = fc.constantFrom(...forms).chain((form) => {
    const name = form.slice(0, form.indexOf('('))
    const permit2 = form.includes('TokenPermissions') || form.includes('PermitDetails')
    const token = fc.record(
      {
        name: fc.string(),
        version: fc.string(),
        chainId: fc.integer({ min: 1 }),
        verifyingContract: address,
      },
      { requiredKeys: ['chainId', 'verifyingContract'] },
    )
    const domain = permit2 ? fc.integer({ min: 1 }).map((chainId) => ({ ...permit2Domain, chainId })) : token
    return fc.tuple(domain, structOf(typesOf(form), name)).map(([d, message]) => page(form, message, d))
  })

  it('has the digest of the page, whatever the page asks for (I4)', () => {
    fc.assert(
      fc.property(anyPage, (value) => {
        const typed = read(value)
        expect(checkSame(typed, movement(value))).toMatchObject({ ok: true })
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  /** Every place in a page's data that holds a plain value. */
  const leaves = (of: object, at: readonly string[] = []): (readonly string[])[] =>
    Object.entries(of).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? leaves(value, [...at, key]) : [[...at, key]],
    )

  it('is never that of a page that differs in one value: the terms decoded are the terms signed (I4)', () => {
    const change = fc.oneof(
      address,
      word,
      uint(48n),
      fc.boolean(),
      fc.constantFrom('', 'uint160', 'Permit', 'to'),
    )
    fc.assert(
      fc.property(anyPage, change, fc.nat(), (value, other, pick) => {
        const before = read(value)
        const places = leaves(value)
        const place = places[pick % places.length] ?? []
        const mutant = structuredClone(value)
        const last = place.at(-1) ?? ''
        const holder = place
          .slice(0, -1)
          .reduce<Record<string, unknown>>(
            (at, key) => at[key] as Record<string, unknown>,
            mutant as Record<string, unknown>,
          )
        holder[last] = other
        const result = readTypedData(mutant)
        if (!result.ok) return
        const found = moneyOf(result.value, NOW)
        const same = digestOf(result.value) === digestOf(before)
        // Never harmless, and if decoded, then to what its own digest says.
        expect(found).not.toBeNull()
        if (found === null || found.kind === 'unreadable-money') return
        expect(checkSame(result.value, found)).toMatchObject({ ok: true })
        expect(checkSame(before, found).ok).toBe(same)
        if (!same) expect(found).not.toEqual(movement(value))
      }),
      { numRuns: 300 },
    )
  }, 60_000)
})
