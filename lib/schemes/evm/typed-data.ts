import { isRecord, parseJson } from '@/lib/core/json/parse'
import { err, type Result } from '@/lib/core/result'

import {
  domainType,
  reach,
  type TypedData,
  type TypedMember,
  type TypedStruct,
  type TypedTypes,
  type TypedValue,
  typeText,
} from './eip712'
import type { FieldError } from './exact-eip3009'
import { attempt, Refusal } from './refusal'
import { getAddress } from './secp256k1'

const NAME = /^(?!__proto__$)[A-Za-z_]\w*$/
/** What looks like a type of the language: no struct may be called so. */
const RESERVED = /^(address|bool|string|function|u?int\d*|u?fixed[\dx]*|bytes\d*)$/
const INTEGER = /^u?int([1-9]\d{0,2})$/
const BYTES = /^bytes([1-9]|[12]\d|3[0-2])?$/

/** Every struct in a list hashes its types anew: without a bound a page could keep the wallet busy. */
const MAX_TYPE_TEXT = 4096

/**
 * Reads the second parameter of `eth_signTypedData_v4` (EIP-712), JSON text or an object.
 *
 * Nothing is guessed: what is shown, decided on and signed is one and the same. Refused are types
 * that are malformed or missing, values that their type does not hold, members without a type, a
 * domain with other members than EIP712Domain names, more than 64 kB, more than 16 levels, and JSON
 * that two readers may read differently. Where EIP712Domain is absent it is made from the domain, as
 * ethers and viem do. Members of the outermost object besides the four are not signed and dropped;
 * so are types that `primaryType` does not reach.
 *
 * @returns the normalised form, or the first field that is wrong
 */
export function readTypedData(value: unknown): Result<TypedData, FieldError> {
  const text = typeof value === 'string' ? value : textOf(value)
  const parsed = parseJson(text)
  if (!parsed.ok) return err({ field: 'typedData', detail: parsed.error.detail })
  return attempt(() => read(parsed.value))
}

/** An object becomes text first: a getter, a cycle or great depth then ends here. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? v.toString() : v)) ?? ''
  } catch {
    return ''
  }
}

function read(value: unknown): TypedData {
  const root = recordAt('typedData', value)
  const given = readTypes(recordAt('types', root.types))
  const { primaryType } = root
  if (typeof primaryType !== 'string' || !Object.hasOwn(given, primaryType) || primaryType === 'EIP712Domain')
    throw new Refusal('primaryType', 'names no struct of types')

  const domain = recordAt('domain', root.domain)
  const members = given.EIP712Domain ?? domainType(domain)
  // Any order (EIP-712), but each with its own type: structAt then holds the domain to just these
  // members, for one that is not hashed would be a claim that nobody signs.
  const known = domainType(Object.fromEntries(members.map(({ name }) => [name, null])))
  if (members.some(({ name, type }) => !known.some((each) => each.name === name && each.type === type)))
    throw new Refusal('types.EIP712Domain', 'has a member that no domain has')

  const types = Object.fromEntries(reach(given, primaryType).map((name) => [name, given[name] ?? []]))
  types.EIP712Domain = members
  if (typeText(types, primaryType).length > MAX_TYPE_TEXT) throw new Refusal('types', 'are too many')
  return {
    domain: structAt('domain', 'EIP712Domain', types, domain) as TypedData['domain'],
    types,
    primaryType,
    message: structAt('message', primaryType, types, root.message),
  }
}

function readTypes(raw: Readonly<Record<string, unknown>>): TypedTypes {
  const types = Object.fromEntries(
    Object.entries(raw).map(([name, members]) => {
      const at = `types.${name}`
      if (!NAME.test(name) || RESERVED.test(name)) throw new Refusal(at, 'is no name for a struct')
      if (!Array.isArray(members)) throw new Refusal(at, 'is no list of members')
      return [name, members.map((member: unknown) => readMember(at, member))]
    }),
  )
  for (const [struct, members] of Object.entries(types)) {
    const names = new Set<string>()
    for (const { name, type } of members) {
      const base = type.replace(/(\[([1-9]\d{0,4})?\])+$/, '')
      if (!Object.hasOwn(types, base) && !isElementary(base))
        throw new Refusal(`types.${struct}.${name}`, `${type} is no type`)
      if (names.has(name)) throw new Refusal(`types.${struct}.${name}`, 'stands twice')
      names.add(name)
    }
  }
  return types
}

function readMember(at: string, member: unknown): TypedMember {
  const { name, type, ...rest } = recordAt(at, member)
  if (
    typeof name !== 'string' ||
    !NAME.test(name) ||
    typeof type !== 'string' ||
    type.length > 200 ||
    Object.keys(rest).length > 0
  )
    throw new Refusal(at, 'has a member that is not a name and a type')
  return { name, type }
}

const isElementary = (type: string) =>
  /^(address|bool|string)$/.test(type) || bitsOf(type) !== null || BYTES.test(type)

/** Width of an integer type; EIP-712 has no alias `uint`. */
function bitsOf(type: string): number | null {
  const bits = Number(INTEGER.exec(type)?.[1])
  return bits % 8 === 0 && bits <= 256 ? bits : null
}

function structAt(at: string, name: string, types: TypedTypes, value: unknown): TypedStruct {
  const given = recordAt(at, value)
  const members = types[name] ?? []
  for (const key of Object.keys(given))
    if (!members.some((member) => member.name === key)) throw new Refusal(`${at}.${key}`, 'has no type')
  return Object.fromEntries(
    members.map((member) => {
      const where = `${at}.${member.name}`
      if (!Object.hasOwn(given, member.name)) throw new Refusal(where, 'is missing')
      return [member.name, valueAt(where, member.type, types, given[member.name])]
    }),
  )
}

function valueAt(at: string, type: string, types: TypedTypes, value: unknown): TypedValue {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, of = '', length = ''] = list
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
      throw new Refusal(at, `is no ${type}`)
    return value.map((item: unknown, i) => valueAt(`${at}[${i}]`, of, types, item))
  }
  if (Object.hasOwn(types, type)) return structAt(at, type, types, value)
  const read = elementary(type, value)
  if (read === null) throw new Refusal(at, `is no ${type}`)
  return read
}

function elementary(type: string, value: unknown): string | bigint | boolean | null {
  if (type === 'bool') return typeof value === 'boolean' ? value : null
  const bits = bitsOf(type)
  if (bits !== null) return integerOf(value, type.startsWith('int'), BigInt(bits))
  if (typeof value !== 'string') return null
  // A lone surrogate is signed as U+FFFD, which is not what was shown.
  if (type === 'string') return value.isWellFormed() ? value : null
  if (!/^0x([0-9a-fA-F]{2})*$/.test(value)) return null
  const size = type === 'address' ? '20' : BYTES.exec(type)?.[1]
  if (size !== undefined && value.length !== 2 + 2 * Number(size)) return null
  // The checksum is no part of an address (EIP-55), and pages write any case.
  return type === 'address' ? getAddress(value.toLowerCase()) : value.toLowerCase()
}

/** A safe JSON number, decimal text, or unsigned hex; one number has no second decimal spelling. */
function integerOf(value: unknown, signed: boolean, bits: bigint): bigint | null {
  const given =
    typeof value === 'string'
      ? /^(0|-?[1-9]\d{0,77}|0x[0-9a-fA-F]{1,64})$/.test(value)
      : Number.isSafeInteger(value)
  if (!given) return null
  const number = BigInt(value as string | number)
  const top = 1n << (signed ? bits - 1n : bits)
  return number < top && number >= (signed ? -top : 0n) ? number : null
}

function recordAt(at: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw new Refusal(at, 'is no object')
}
