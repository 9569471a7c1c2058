import { isRecord } from '../json/parse'
import type { ReadQuote } from '../quote/read'
import type { AdmissionInput, Reason } from './types'

/** Step 4: an extension that the seller requires and this wallet does not have. */
export function judgeExtensions(input: AdmissionInput, quote: ReadQuote): Reason | null {
  const missing = Object.entries(quote.extensions).find(
    ([key, block]) => isRequired(block) && !input.policy.extensions.includes(key),
  )
  if (missing === undefined) return null
  return {
    code: 'BLOCK_EXTENSION_REQUIRED',
    facts: [{ rule: 'extension', extension: missing[0].slice(0, 100) }],
  }
}

function isRequired(block: unknown): boolean {
  const info = isRecord(block) && Object.hasOwn(block, 'info') ? block.info : null
  return isRecord(info) && Object.hasOwn(info, 'required') && info.required === true
}
