import { canonicalJson } from '../json/canonical'
import { sha256Hex } from '../json/digest'

/** What one purchase is, in full. Consent names it by its digest. */
export type Envelope = {
  readonly asker: string
  readonly topOrigin: string
  readonly method: string
  readonly url: string
  readonly bodyDigest: string | null
  readonly intent: string
  readonly paymentIdentifier: string
  readonly version: 1 | 2
  readonly offerIndex: number
  /** the offer as received, value for value */
  readonly offer: unknown
  readonly terms: {
    readonly scheme: string
    readonly network: string
    readonly asset: string
    readonly payTo: string
    /** atomic */
    readonly amount: string
    /** what will be signed at most */
    readonly windowSeconds: number
  }
}

/** SHA-256 of an envelope, 0x hex. */
export type EnvelopeDigest = `0x${string}`

const DOMAIN = 'countersign:envelope:v1\n'

/**
 * Names an envelope: SHA-256 over a domain tag and its canonical JSON (RFC 8785).
 *
 * @throws TypeError where the offer holds what JSON cannot
 */
export function envelopeDigest(envelope: Envelope): EnvelopeDigest {
  return sha256Hex(DOMAIN + canonicalJson(envelope))
}
