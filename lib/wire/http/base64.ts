import { err, ok, type Result } from '@/lib/core/result'

/** Why a header's value is no text: see {@link decodeBase64Text}. */
export type TextError = 'not-base64' | 'not-utf8'

/**
 * Reads base64 of UTF-8 as servers really write it: standard or URL alphabet, with or without
 * padding, with white space anywhere.
 *
 * The official decoder takes the standard alphabet only and turns bad bytes into replacement
 * characters; here bytes that are not UTF-8 are an error, so that nothing is shown that was not sent.
 */
export function decodeBase64Text(encoded: string): Result<string, TextError> {
  const bytes = decodeBase64(encoded)
  if (bytes === null) return err('not-base64')
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return err('not-utf8')
  }
}

/** Writes text as standard, padded base64 of its UTF-8 bytes, the only form that every server reads. */
export function encodeBase64Text(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * Length of {@link encodeBase64Text}'s result, without building it.
 *
 * @returns characters, which are bytes on the wire
 */
export function base64Length(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 3) * 4
}

function decodeBase64(encoded: string): Uint8Array | null {
  const plain = encoded.replace(/\s+/g, '').replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) return null
  const binary = atob(plain)
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
