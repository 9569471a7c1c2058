import { keccak256 } from './secp256k1'

type Hex = `0x${string}`

/** A value of typed data in its one form: integers are bigint, addresses and bytes hex. */
export type TypedValue = string | bigint | boolean | readonly TypedValue[] | TypedStruct

/** The members of one struct; every member that its type names, and no other. */
export type TypedStruct = { readonly [member: string]: TypedValue }

/** One member of a struct type. */
export type TypedMember = { readonly name: string; readonly type: string }

/** Struct types by name. */
export type TypedTypes = { readonly [name: string]: readonly TypedMember[] }

/**
 * EIP-712 typed data, every part of which is signed. Where `types` has no EIP712Domain, it follows from
 * the members of `domain`, in the order of EIP-712.
 */
export type TypedData = {
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: bigint
    readonly verifyingContract?: Hex
    readonly salt?: Hex
  }
  readonly types: TypedTypes
  readonly primaryType: string
  readonly message: TypedStruct
}

/** The members a domain may have, in the order of EIP-712. */
const DOMAIN: readonly TypedMember[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** EIP712Domain for a domain with these members. */
export const domainType = (domain: object): readonly TypedMember[] =>
  DOMAIN.filter(({ name }) => Object.hasOwn(domain, name))

/**
 * The digest that a key signs (EIP-712), for values that fit their types: what comes from outside is
 * read with readTypedData first.
 *
 * @returns 32 bytes in hex
 */
export function digestOf({ domain, types, primaryType, message }: TypedData): Hex {
  const all = { EIP712Domain: domainType(domain), ...types }
  return keccak256(`0x1901${hashStruct(all, 'EIP712Domain', domain)}${hashStruct(all, primaryType, message)}`)
}

/** The hash of a domain (EIP-712), as tokens answer it to `DOMAIN_SEPARATOR()`. @returns 32 bytes in hex */
export const domainSeparator = (domain: TypedData['domain']): Hex =>
  `0x${hashStruct({ EIP712Domain: domainType(domain) }, 'EIP712Domain', domain)}`

/** A struct and those it reaches, in the spelling that is hashed (encodeType). */
export function typeText(types: TypedTypes, name: string): string {
  const [, ...others] = reach(types, name)
  return [name, ...others.sort()].map((each) => `${each}(${membersText(types[each] ?? [])})`).join('')
}

/** Members as encodeType spells them: `address token,uint256 amount`. */
export function membersText(members: readonly TypedMember[]): string {
  return members.map(({ type, name }) => `${type} ${name}`).join(',')
}

/** Names of the structs that one reaches, itself first, each once. */
export function reach(types: TypedTypes, name: string, found: string[] = []): string[] {
  if (found.includes(name)) return found
  found.push(name)
  for (const { type } of types[name] ?? []) {
    const base = type.replace(/\[.*$/, '')
    if (Object.hasOwn(types, base)) reach(types, base, found)
  }
  return found
}

function hashStruct(types: TypedTypes, name: string, struct: TypedStruct): string {
  const values = (types[name] ?? []).map((member) => encode(types, member.type, struct[member.name] ?? ''))
  return hash(`0x${hash(new TextEncoder().encode(typeText(types, name)))}${values.join('')}`)
}

/** One value as 32 bytes: what is longer, or has parts, by its hash (encodeData). */
function encode(types: TypedTypes, type: string, value: TypedValue): string {
  if (typeof value === 'bigint' || typeof value === 'boolean')
    return BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
  if (typeof value === 'string') {
    if (type === 'string') return hash(new TextEncoder().encode(value))
    if (type === 'bytes') return hash(value as Hex)
    const bytes = value.slice(2).toLowerCase()
    return type === 'address' ? bytes.padStart(64, '0') : bytes.padEnd(64, '0')
  }
  // The last brackets are the outermost list.
  const item = type.slice(0, type.lastIndexOf('['))
  return isList(value)
    ? hash(`0x${value.map((each) => encode(types, item, each)).join('')}`)
    : hashStruct(types, type, value)
}

const hash = (data: Hex | Uint8Array): string => keccak256(data).slice(2)
const isList = (value: TypedValue): value is readonly TypedValue[] => Array.isArray(value)
