import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** SHA-256 of bytes, or of a text's UTF-8, as 0x-prefixed hex. */
export function sha256Hex(data: string | Uint8Array): `0x${string}` {
  return `0x${bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data))}`
}
