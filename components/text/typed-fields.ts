import type { TypedData, TypedValue } from '@/lib/schemes/evm/eip712'
import { domainType } from '@/lib/schemes/evm/eip712'
import { readTypedData } from '@/lib/schemes/evm/typed-data'

/** One field of what is signed, by its place: `message.details.amount`. */
export type Field = { readonly name: string; readonly value: string }

/** Typed data as the key signs it (EIP-712), read from the page's JSON; null where it cannot be read. */
export function typedDataOf(json: string): TypedData | null {
  const read = readTypedData(json)
  return read.ok ? read.value : null
}

/** Every field of typed data, the struct's name and the domain first. Nothing that is signed is left out. */
export function typedFields(typed: TypedData): readonly Field[] {
  const domain = domainType(typed.domain).map(({ name }) => name as keyof TypedData['domain'])
  return [
    { name: 'primaryType', value: typed.primaryType },
    ...domain.map((name) => ({ name: `domain.${name}`, value: String(typed.domain[name]) })),
    ...Object.entries(typed.message).flatMap(([name, value]) => flat(name, value)),
  ]
}

function flat(name: string, value: TypedValue): readonly Field[] {
  if (typeof value !== 'object') return [{ name, value: String(value) }]
  const inner = Object.entries(value)
  if (inner.length === 0) return [{ name, value: Array.isArray(value) ? '[]' : '{}' }]
  return inner.flatMap(([key, each]) =>
    flat(Array.isArray(value) ? `${name}[${key}]` : `${name}.${key}`, each as TypedValue),
  )
}
