/** Bytes in a buffer of their own, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/**
 * Reads standard base64, and only the one spelling that `toBase64` writes: a second spelling of the
 * same bytes would let a changed blob pass as unchanged.
 *
 * @returns undefined for anything else
 */
export function fromBase64(text: string): Bytes | undefined {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  if (btoa(binary) !== text) return undefined
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
