import { parseCaip2 } from './network'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/
const KEY_BYTES = 32

/** Whether a text is an address of the network's family: 20 hex bytes on EVM, a 32-byte key on Solana. */
export function isAddress(network: string, text: string): boolean {
  switch (parseCaip2(network)?.namespace) {
    case 'eip155':
      return HEX_ADDRESS.test(text)
    case 'solana':
      return base58Length(text) === KEY_BYTES
    default:
      return false
  }
}

/** Whether an address is the one that nobody holds: zero on EVM, the system program on Solana. */
export function isNobody(network: string, address: string): boolean {
  return parseCaip2(network)?.namespace === 'eip155' ? /^0x0{40}$/.test(address) : /^1{32}$/.test(address)
}

/**
 * Whether two texts are one address, compared whole.
 *
 * Case is a checksum on EVM (ERC-55) and part of the address everywhere else: two Solana keys that
 * differ in one letter's case belong to two people.
 */
export function sameAddress(network: string, a: string, b: string): boolean {
  return a === b || (network.startsWith('eip155:') && a.toLowerCase() === b.toLowerCase())
}

/** Whether two addresses begin and end alike, which is all that many people compare. */
export function looksLike(a: string, b: string): boolean {
  const ends = (address: string) => `${address.slice(0, 6)}${address.slice(-4)}`.toLowerCase()
  return ends(a) === ends(b)
}

/** How many bytes a base58 text stands for; null where it is none. */
function base58Length(text: string): number | null {
  if (text.length > 44) return null
  let value = 0n
  for (const character of text) {
    const digit = BASE58.indexOf(character)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  // Each leading `1` is a zero byte, which the number does not show.
  const zeros = text.length - text.replace(/^1+/, '').length
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  return zeros + bytes
}
