import { isRecord } from '../json/parse'

/** The extension by which a facilitator hands an allowance in for the payer (x402, gas sponsoring). */
export const EIP2612_SPONSORING = 'eip2612GasSponsoring'

/** What only the payer can state: a block that states it already is not the server's to write. */
const OURS = ['from', 'asset', 'spender', 'amount', 'nonce', 'deadline', 'signature']

/** The server's block of the extension, where it is one that an allowance can be added to. */
export function sponsoringBlock(quote: unknown): Readonly<Record<string, unknown>> | null {
  const extensions = isRecord(quote) ? quote.extensions : null
  const block =
    isRecord(extensions) && Object.hasOwn(extensions, EIP2612_SPONSORING)
      ? extensions[EIP2612_SPONSORING]
      : null
  const info = isRecord(block) ? block.info : null
  if (!isRecord(block) || !isRecord(info) || OURS.some((key) => Object.hasOwn(info, key))) return null
  // Another version may mean another contract to allow.
  return info.version === undefined || info.version === '1' ? block : null
}

/** Whether a server says that its facilitator hands an EIP-2612 allowance in for the payer. */
export const isSponsoring = (quote: unknown): boolean => sponsoringBlock(quote) !== null
