/** The two names that the x402 extension of A2A has had. The second also has carts (the embedded flow). */
export const X402_V01 = 'https://github.com/google-a2a/a2a-x402/v0.1'
export const X402_V02 = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'

const KNOWN = /^https:\/\/github\.com\/[\w-]+\/a2a-x402\/(?:.*\/)?v(0\.[12])\b/

/**
 * Which version of the x402 extension a URI names.
 *
 * It does not tell how the quote is written: only `x402Version` inside the quote does.
 *
 * @returns null for any other extension
 */
export function extensionVersion(uri: unknown): '0.1' | '0.2' | null {
  const version = typeof uri === 'string' ? KNOWN.exec(uri)?.[1] : undefined
  return version === '0.1' || version === '0.2' ? version : null
}

/** The version of A2A that a message is written in. */
export type A2aWire = '0.3' | '1.0'

/** The request header that names extensions: it goes by the version of A2A, not by the extension's. */
export function extensionHeader(wire: A2aWire): 'X-A2A-Extensions' | 'A2A-Extensions' {
  return wire === '0.3' ? 'X-A2A-Extensions' : 'A2A-Extensions'
}

/**
 * The header's value with an extension of x402 in it: what stands there stays, and one that names
 * x402 already is enough.
 *
 * @param value the header as the page set it, null without one; a list with commas
 * @param uri named where none is
 */
export function withExtension(value: string | null, uri: string): string {
  const named = (value ?? '').split(',').flatMap((each) => each.trim() || [])
  return named.some(extensionVersion) ? named.join(', ') : [...named, uri].join(', ')
}
