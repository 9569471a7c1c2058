import { sha256Hex } from '@/lib/core/json/digest'

/** What the first receipt names as the one before it. */
export const GENESIS = `0x${'0'.repeat(64)}`

/** The digest of one receipt: over the digest before it and its own canonical body (I5). */
export const receiptDigest = (previous: string, body: string): string =>
  sha256Hex(`countersign:receipt:v1\n${previous}\n${body}`)
