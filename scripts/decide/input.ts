import type { AdmissionInput } from '@/lib/core/admission/types'
import { isRecord } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'

import { faultIn, type Shape } from './shape'

const TEXTS: Shape = { list: 'text' }

/** Any unit: a budget's limit is checked again by its unit in {@link readInput}. */
const BUDGET: Shape = {
  fields: { id: 'text', scope: { fields: { kind: 'text' } }, unit: { fields: { kind: 'text' } } },
}

const POLICY: Shape = {
  fields: {
    schemes: TEXTS,
    networks: TEXTS,
    testnets: 'flag',
    perPaymentUsd: 'dollars',
    maxWindowSeconds: 'number',
    maxAskedWindowSeconds: 'number',
    maxRisePercent: 'number',
    automaticPerMinute: 'number',
    assets: {
      list: {
        fields: { network: 'text', asset: 'text' },
        maybe: { maxAmount: 'atomic', approvalAbove: 'atomic' },
      },
    },
    payees: { fields: { allow: TEXTS, block: TEXTS } },
    origins: { fields: { block: TEXTS } },
    extensions: TEXTS,
    budgets: { list: BUDGET },
  },
  maybe: { methods: TEXTS, preferredNetworks: TEXTS },
}

const MANDATE: Shape = {
  fields: {
    id: 'text',
    scope: { fields: { origin: 'text' } },
    network: 'text',
    asset: 'text',
    payTo: 'text',
    maxAmount: 'atomic',
    maxWindowSeconds: 'number',
    expiresAt: 'number',
  },
}

const APPROVAL: Shape = {
  fields: {
    intentId: 'text',
    asker: 'text',
    method: 'text',
    url: 'text',
    network: 'text',
    asset: 'text',
    amount: 'atomic',
    payTo: 'text',
    maxWindowSeconds: 'number',
    decision: 'text',
    expiresAt: 'number',
    used: 'flag',
  },
}

const ATTEMPT: Shape = {
  fields: {
    intentId: 'text',
    state: 'text',
    terms: { fields: { scheme: 'text', network: 'text', asset: 'text', payTo: 'text', amount: 'text' } },
    request: { fields: { method: 'text', url: 'text' } },
  },
}

const HOLDING: Shape = { list: { fields: { network: 'text', asset: 'text', amount: 'atomic' } } }

/** What a decision cannot do without. What is under `maybe` is empty where it is absent: nothing is known. */
const INPUT: Shape = {
  fields: {
    now: 'number',
    wallet: {
      fields: { locked: 'flag', paused: 'flag', accounts: { map: 'text' } },
      maybe: { balances: HOLDING, allowances: HOLDING },
    },
    asker: { fields: { origin: 'text', topOrigin: 'text' } },
    request: { fields: { kind: 'text', method: 'text', url: 'text', answeredUrl: 'text' } },
    intent: { fields: { id: 'text', method: 'text', url: 'text' }, maybe: { paymentIdentifier: 'text' } },
    quote: 'any',
    policy: POLICY,
  },
  maybe: {
    mandates: { list: MANDATE },
    approval: APPROVAL,
    ledger: {
      fields: {},
      maybe: {
        totals: { list: { fields: { budget: 'text', settled: 'text', reserved: 'text' } } },
        attempts: { list: ATTEMPT },
        payees: { list: { fields: { origin: 'text', payTo: 'text', amount: 'atomic' } } },
        resourceHosts: { list: { fields: {} } },
        recent: { fields: { originLastMinute: 'number' } },
      },
    },
  },
}

/**
 * Checks that a parsed JSON value is an input that `decide` can be asked about, and fills in what may be absent:
 * no mandates, no approval, an empty ledger, no known balance.
 *
 * @param value an input, or a whole case that holds one under `input`
 * @returns the input, or one line that names the first field at fault
 */
export function readInput(value: unknown): Result<AdmissionInput, string> {
  if (!isRecord(value)) return err('the input must be a JSON object')
  const input = Object.hasOwn(value, 'input') && !Object.hasOwn(value, 'quote') ? value.input : value
  const fault = faultIn(input, INPUT, 'input') ?? limitFault(input)
  if (fault !== null || !isRecord(input)) return err(fault ?? 'input must be an object')
  const { wallet, intent, ledger, mandates, approval } = input
  const filled: Record<string, unknown> = {
    ...input,
    wallet: { ...members(wallet), balances: members(wallet).balances ?? [] },
    intent: { paymentIdentifier: null, bodyDigest: null, ...members(intent) },
    mandates: mandates ?? [],
    approval: isRecord(approval) ? { bodyDigest: null, ...approval } : null,
    ledger: { ...EMPTY_LEDGER, ...present(members(ledger)) },
  }
  // The shape above is this type's, field by field; what it leaves out decide reads as unknown data.
  return ok(filled as unknown as AdmissionInput)
}

const EMPTY_LEDGER = {
  totals: [],
  attempts: [],
  payees: [],
  resourceHosts: [],
  recent: { originLastMinute: 0 },
}

const members = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const present = (of: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null && value !== undefined))

/** Limits and totals in the unit of their budget: what cannot be read must not become no limit. */
function limitFault(input: unknown): string | null {
  const { policy, ledger } = members(input)
  const budgets = members(policy).budgets
  const totals = members(ledger).totals
  for (const [i, budget] of (Array.isArray(budgets) ? budgets : []).entries()) {
    const { unit, id, limit } = members(budget)
    const shape: Shape = members(unit).kind === 'usd' ? 'dollars' : 'atomic'
    const at = `input.policy.budgets[${i}]`
    const total = (Array.isArray(totals) ? totals : []).find((t) => members(t).budget === id)
    const sums: Shape = { fields: { settled: shape, reserved: shape } }
    const fault =
      faultIn(limit, shape, `${at}.limit`) ??
      (total === undefined ? null : faultIn(total, sums, `the total of budget ${JSON.stringify(id)}`))
    if (fault !== null) return fault
  }
  return null
}
