import { err, ok, type Result } from '../result'

type Hex = `0x${string}`

/** A `personal_sign` request. `text` is null where the bytes are no UTF-8: nobody can read them. */
export type PersonalSign = { readonly account: Hex; readonly bytes: Uint8Array; readonly text: string | null }

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const MAX_BYTES = 65_536

/**
 * Reads the parameters of `personal_sign`: data and address, in either order.
 *
 * Where both look like addresses the standard order holds. Data that begins with 0x is bytes in hex;
 * any other text is its UTF-8. Half a byte, or 0x before something that is no hex, is refused: wallets
 * differ in what they sign for it.
 *
 * @returns who is to sign and what, or why it cannot be read
 */
export function readPersonalSign(params: unknown): Result<PersonalSign, string> {
  // geth's method has a password behind the two; pages still send an empty one.
  const [one, two, password = ''] = Array.isArray(params) && params.length <= 3 ? (params as unknown[]) : []
  if (typeof one !== 'string' || typeof two !== 'string' || password !== '')
    return err('not a message and an address')
  const swapped = !ADDRESS.test(two)
  const [data, account] = swapped ? [two, one] : [one, two]
  if (!ADDRESS.test(account)) return err('no address of an account')
  const bytes = bytesOf(data)
  if (bytes === null) return err('0x and no whole bytes in hex after it')
  if (bytes.length > MAX_BYTES) return err(`longer than ${MAX_BYTES} bytes`)
  return ok({ account: account as Hex, bytes, text: textOf(bytes) })
}

/** null for what begins with 0x and is no hex, and for text that UTF-8 cannot hold. */
function bytesOf(data: string): Uint8Array | null {
  if (!data.startsWith('0x')) return data.isWellFormed() ? new TextEncoder().encode(data) : null
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) return null
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
