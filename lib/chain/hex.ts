import type { Address, Hex } from '@/lib/core/hex'

/** Whether a value is 0x and an even number of hex digits. */
export function isData(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
}

/** Whether a value is a 32-byte word. */
export function isWord(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Whether a value is an address, in any case. */
export function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** A JSON-RPC quantity ("0x1a") of at most 256 bits; undefined for anything else. */
export function quantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

/** A number as a JSON-RPC quantity. */
export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** A number, or hex of at most 32 bytes, as the 64 digits of a word, left-padded. */
export function word(value: bigint | Hex): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')
}
