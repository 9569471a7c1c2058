const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as base58 text, each leading zero byte a `1` (the alphabet of Bitcoin, which Solana writes keys in). */
export function encodeBase58(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let text = ''
  for (; value > 0n; value /= 58n) text = (ALPHABET[Number(value % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/**
 * Reads base58 text of a known length.
 *
 * @param length bytes: 32 for an address or a blockhash, 64 for a signature
 * @returns null for any other character, or another length
 */
export function decodeBase58(text: string, length: number): Uint8Array | null {
  // No text of so many bytes is longer: a novel is not worth its arithmetic.
  if (text.length > length * 2) return null
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const bytes = new Uint8Array(length)
  for (let i = length - 1; i >= 0; i--, value >>= 8n) bytes[i] = Number(value & 255n)
  return value === 0n && encodeBase58(bytes) === text ? bytes : null
}
