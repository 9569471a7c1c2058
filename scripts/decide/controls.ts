import { decide } from '@/lib/core/admission/decide'
import { methodOf } from '@/lib/core/admission/offer'
import type { Decision } from '@/lib/core/admission/types'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { type ControlsFault, importControls } from '@/lib/core/policy/official'
import { readQuote } from '@/lib/core/quote/read'
import { inputOf, networksOf } from './controls-input'

/** What is signed, as far as it is settled before a key is asked. */
type SignFacts = {
  readonly ok: boolean
  readonly kind?: string
  readonly validForSeconds?: number
  readonly name?: string
  readonly version?: string
}

/** One case of the spend-control vectors: what is offered, and what becomes of it. */
export type ControlsVector = {
  readonly id: string
  readonly title: string
  readonly x402Version: unknown
  /** the configuration; the text `(not set)` for none */
  readonly spendControls: unknown
  readonly accepts: readonly unknown[]
  /** what the published client does */
  readonly result: {
    readonly outcome: string
    readonly index?: number | null
    readonly amount?: string | number
    readonly class?: string
  }
  readonly sign: SignFacts | null
  /** what this wallet does instead, on purpose */
  readonly ours?: {
    readonly decision?: string
    readonly reason?: string
    readonly offer?: number
    readonly amount?: string
    readonly sign?: SignFacts
    readonly skip?: string
  }
}

/** The file of the spend-control vectors. `ourDecisionFor` has our codes by the published client's outcome. */
export type ControlsFile = {
  readonly ourDecisionFor: Readonly<Record<string, readonly string[]>>
  readonly vectors: readonly ControlsVector[]
}

/** A case that was run. What is skipped is neither passed nor failed. */
export type ControlsRun = {
  readonly passed: boolean
  readonly skipped: boolean
  readonly expected: string
  readonly got: string
}

/** Why the import refuses what the published client throws for. */
const REASON_FOR: Readonly<Record<string, string>> = {
  CONFIG_ASSET_CAP_NOT_ATOMIC: 'asset-cap-not-atomic',
  CONFIG_INVALID_MONEY: 'invalid-money',
}

/**
 * Runs one case: imports its configuration, decides about its offers in the context that the file
 * describes, and compares with what the file says of this wallet.
 */
export function runControlsCase(
  vector: ControlsVector,
  ourDecisionFor: ControlsFile['ourDecisionFor'],
): ControlsRun {
  const skip = vector.ours?.skip
  if (skip !== undefined) return { passed: false, skipped: true, expected: skip, got: 'skipped' }
  const sign = signExpected(vector)
  const allowed = expectedOf(vector, ourDecisionFor).map((text) => text + (sign === null ? '' : sign.text))
  const got = answerTo(vector, sign?.fields ?? [])
  return { passed: allowed.includes(got), skipped: false, expected: allowed.join(' or '), got }
}

function expectedOf(
  { ours, result }: ControlsVector,
  ourDecisionFor: ControlsFile['ourDecisionFor'],
): readonly string[] {
  if (ours?.decision !== undefined) {
    const { decision, reason, offer, amount } = ours
    return [line(decision, { reason, offer, amount })]
  }
  if (result.outcome === 'accepted') {
    return [line('READY_TO_SIGN', { offer: result.index ?? undefined, amount: result.amount })]
  }
  const kind = result.class ?? ''
  return (ourDecisionFor[kind] ?? []).map((code) => line(code, { reason: REASON_FOR[kind] }))
}

type Details = {
  readonly reason?: string | undefined
  readonly offer?: number | null | undefined
  readonly amount?: string | number | null | undefined
}

/** One line that says all that is compared. */
function line(code: string, { reason, offer, amount }: Details): string {
  if (code === 'CONFIG_REFUSED') return `${code} ${reason}`
  return code === 'READY_TO_SIGN' ? `${code} offer ${offer} amount ${amount}` : code
}

const SIGN_FIELDS = ['validForSeconds', 'kind', 'name', 'version'] as const
type SignField = (typeof SIGN_FIELDS)[number]

/** What the file says of the signature, where this wallet signs at all. */
function signExpected({ ours, result, sign }: ControlsVector): {
  readonly fields: readonly SignField[]
  readonly text: string
} | null {
  const isReady = ours === undefined ? result.outcome === 'accepted' : ours.decision === 'READY_TO_SIGN'
  const facts = ours === undefined ? sign : ours.sign
  if (!isReady || !facts?.ok) return null
  const fields = SIGN_FIELDS.filter((field) => facts[field] !== undefined)
  return { fields, text: fields.map((field) => ` ${field} ${facts[field]}`).join('') }
}

function answerTo(vector: ControlsVector, fields: readonly SignField[]): string {
  const { x402Version: version, accepts, spendControls } = vector
  const controls = spendControls === '(not set)' ? undefined : spendControls
  const imported = importControls(controls, networksOf(version, accepts))
  if (!imported.ok) return line('CONFIG_REFUSED', imported.error satisfies ControlsFault)
  const { perPaymentUsd, assets } = imported.value
  const input = inputOf(version, accepts, { perPaymentUsd, assets })
  const decision = decide(input)
  const signed = decision.code === 'READY_TO_SIGN' ? signFacts(input.quote, decision) : {}
  return line(decision.code, decision) + fields.map((field) => ` ${field} ${signed[field]}`).join('')
}

/** What the signer is given: the window of the decision, and the pinned table's word about the token. */
function signFacts(quote: unknown, decision: Decision): Readonly<Partial<Record<SignField, unknown>>> {
  const read = readQuote(quote)
  const found = read.ok ? read.value.offers.find((o) => o.index === decision.offer) : undefined
  if (found?.ok !== true) return {}
  const known = findDefaultAsset(found.offer.network, found.offer.asset)
  return {
    validForSeconds: decision.windowSeconds,
    kind: methodOf(found.offer),
    name: known?.name,
    version: known?.version,
  }
}
