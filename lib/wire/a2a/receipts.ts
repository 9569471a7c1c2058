import type { Settlement } from '@/lib/wire/http/settlement'

import { jsonOf, listOf, own, textOf } from './fields'

/** Most receipts of one task that are read, and the longest of them in characters. */
const MAX_RECEIPTS = 100
const MAX_RAW = 4_096
const MAX_WORDS = 512

/**
 * Reads `x402.payment.receipts`. Each is the seller's claim about one settlement, success or failure.
 *
 * What is no receipt (`success` is no boolean) is left out; a value that is no text counts as not stated.
 */
export function readReceipts(value: unknown): readonly Settlement[] {
  return listOf(value)
    .slice(0, MAX_RECEIPTS)
    .flatMap((each) => readReceipt(each) ?? [])
}

/** The wallet's own list for a task. */
export type MergedReceipts = {
  readonly receipts: readonly Settlement[]
  /** those of the list that were not known before */
  readonly fresh: readonly Settlement[]
  /** what became of known ones: gone, or changed in words or order; null where all stand as they stood */
  readonly fault: 'shrunk' | 'edited' | null
}

/**
 * Adds what arrived to the wallet's own list of one task's receipts, which only ever grows.
 *
 * The seller's list should begin with all that it sent before. Where it does not, nothing known is
 * lost, and the fault is told.
 */
export function mergeReceipts(known: readonly Settlement[], arrived: readonly Settlement[]): MergedReceipts {
  const broken = known.findIndex((receipt, index) => !same(receipt, arrived[index]))
  // Receipts are paired by their place first: a payment may fail twice in the same words.
  const begun = broken < 0 ? known.length : broken
  const lost = known.slice(begun)
  const fresh = arrived.slice(begun).filter((each) => !lost.some((old) => same(old, each)))
  const gone =
    arrived.length < known.length ||
    lost.some((old) => !arrived.some((each) => same(old, each) || sameTransaction(old, each)))
  return { receipts: [...known, ...fresh], fresh, fault: gone ? 'shrunk' : broken < 0 ? null : 'edited' }
}

function sameTransaction(a: Settlement, b: Settlement): boolean {
  return a.transaction !== '' && a.transaction === b.transaction
}

/** Whether two receipts say the same; how their JSON is written does not count. */
function same(a: Settlement, b: Settlement | undefined): boolean {
  return wordsOf(a) === wordsOf(b)
}

function wordsOf(receipt: Settlement | undefined): string {
  return JSON.stringify({ ...receipt, raw: 0 })
}

function readReceipt(claim: unknown): Settlement | null {
  const success = own(claim, 'success')
  const raw = jsonOf(claim, MAX_RAW)
  if (typeof success !== 'boolean' || raw === null) return null
  const said = (field: string) => textOf(own(claim, field), MAX_WORDS)
  return {
    success,
    errorReason: said('errorReason'),
    errorMessage: said('errorMessage'),
    payer: said('payer'),
    transaction: said('transaction') ?? '',
    network: said('network'),
    amount: said('amount'),
    raw,
  }
}
