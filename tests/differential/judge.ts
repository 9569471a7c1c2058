import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decide } from '@/lib/core/admission/decide'
import { isRecord } from '@/lib/core/json/parse'
import { importControls } from '@/lib/core/policy/official'
import type { ControlsFile } from '@/scripts/decide/controls'
import { inputOf, networksOf } from '@/scripts/decide/controls-input'
import { choiceOrder } from './choice-order'
import {
  amountFault,
  assetFault,
  configFault,
  DIFFERENCES,
  type DifferenceName,
  extraOf,
  facilitatorFault,
  flowFault,
  holdFault,
  identityFault,
  methodFault,
  networkFault,
  type OfferFault,
  payeeFault,
  requiresExtension,
  schemeFault,
  shapeFault,
} from './differences'
import type { Pair } from './pair'
import type { Outcome, PublishedClient } from './published'

/** What was seen of one pair. It agrees where `got` is one of `expected`; `names` explain the rest. */
export type Judged = {
  readonly agrees: boolean
  readonly published: readonly string[]
  readonly expected: readonly string[]
  readonly got: string
  readonly names: readonly DifferenceName[]
}

const { ourDecisionFor } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../vectors/spend-controls.json'), 'utf8'),
) as ControlsFile

/** The codes of a refused offer by how far it got, then the held ones. */
const REACHED = [
  'BLOCK_MALFORMED_QUOTE',
  'BLOCK_UNSUPPORTED_SCHEME',
  'BLOCK_UNSUPPORTED_NETWORK',
  'BLOCK_UNSUPPORTED_METHOD',
  'BLOCK_PAYMENT_FLOW',
  'BLOCK_ASSET_NOT_ALLOWED',
  'BLOCK_TOKEN_IDENTITY',
  'BLOCK_AMOUNT',
  'BLOCK_PAYEE',
  'BLOCK_ASSET_CAP',
]
const THROWS = ['OFFER_INVALID_AMOUNT', 'UNCLASSIFIED_EXCEPTION', 'SVM_NETWORK_THROW']
const AUTOMATIC_SECONDS = 600

/** One offer with its place in the quote. */
export type Slot = { readonly index: number; readonly offer: unknown }
type Faulty = Slot & { readonly fault: OfferFault }
type State = { readonly kept: readonly Slot[]; readonly dropped: readonly Faulty[] }

const ready = (index: number, amount: unknown, windowSeconds: number): string =>
  `READY_TO_SIGN offer ${index} amount ${String(amount)} window ${windowSeconds}`

/** What this wallet answers. */
export function ours({ version, controls, accepts, rest }: Pair): string {
  const imported = importControls(controls, networksOf(version, accepts))
  if (!imported.ok) return `CONFIG_REFUSED ${imported.error.reason}`
  const { perPaymentUsd, assets } = imported.value
  const input = inputOf(version, accepts, { perPaymentUsd, assets }, rest)
  const { code, offer, amount, windowSeconds } = decide(input)
  return code === 'READY_TO_SIGN' ? ready(offer ?? -1, amount, windowSeconds ?? -1) : code
}

/**
 * Compares what both make of a pair.
 *
 * What is expected of this wallet is what the published client answers after each named difference was taken
 * out of its input, one after the other: a configuration that the import refuses ends it; a faulty offer is
 * taken away and leaves the wallet's code for it; windows are made those that the wallet signs; what is left
 * is put in the wallet's order. So every difference is told from the input alone. A name counts where taking
 * it out changed the answer.
 *
 * @param answer the wallet; a test puts a faulty one in its place
 */
export async function judge(pair: Pair, client: PublishedClient, answer = ours): Promise<Judged> {
  const got = answer(pair)
  const run = new Run(pair, client)
  const { published, expected, names } = await run.all()
  return { agrees: expected.includes(got), published, expected, got, names }
}

class Run {
  readonly #names = new Set<DifferenceName>()
  #texts: readonly string[] = []

  constructor(
    private readonly pair: Pair,
    private readonly client: PublishedClient,
  ) {}

  async all(): Promise<Pick<Judged, 'published' | 'expected' | 'names'>> {
    const { pair } = this
    const all = pair.accepts.map((offer, index): Slot => ({ index, offer }))
    this.#texts = await this.#predict({ kept: all, dropped: [] })
    const published = this.#texts
    await this.#takeOut(all)
    return { published, expected: this.#texts, names: [...this.#names] }
  }

  async #takeOut(all: readonly Slot[]): Promise<void> {
    const { pair } = this
    const config = configFault(pair.controls)
    if (config !== null) return this.#becomes(config.name, [`CONFIG_REFUSED ${config.reason}`])
    if (pair.version !== 1 && pair.version !== 2) return
    if (all.length === 0 || all.length > 20) return this.#becomes('offer-count', ['BLOCK_MALFORMED_QUOTE'])
    if (requiresExtension(pair)) return this.#becomes('required-extension', ['BLOCK_EXTENSION_REQUIRED'])
    const state = await this.#withoutFaulty(all)
    await this.#inOurOrder(await this.#withOurWindows(state))
  }

  async #withoutFaulty(all: readonly Slot[]): Promise<State> {
    const faulty: Faulty[] = []
    for (const slot of all) {
      const fault = await this.#faultOf(slot.offer)
      if (fault !== null) faulty.push({ ...slot, fault })
    }
    const throwing: Faulty[] = []
    if (faulty.length > 0 && all.length > 1) {
      for (const slot of faulty) {
        const alone = await this.#alone(slot.offer)
        if (alone.kind === 'rejected' && THROWS.includes(alone.class)) throwing.push(slot)
      }
    }
    let state: State = { kept: all, dropped: [] }
    if (throwing.length > 0 && throwing.length < all.length)
      state = await this.#drop('bad-offer-alone', state, throwing)
    for (const name of DIFFERENCES) {
      const named = faulty.filter((slot) => slot.fault.name === name && !state.dropped.includes(slot))
      if (named.length > 0) state = await this.#drop(name, state, named)
    }
    return state
  }

  async #drop(name: DifferenceName, state: State, gone: readonly Faulty[]): Promise<State> {
    const places = new Set(gone.map((slot) => slot.index))
    const next = {
      kept: state.kept.filter((slot) => !places.has(slot.index)),
      dropped: [...state.dropped, ...gone],
    }
    this.#becomes(name, await this.#predict(next))
    return next
  }

  async #withOurWindows(state: State): Promise<State> {
    const asNumbers = change(state, (window) => (typeof window === 'string' ? Number(window) : window))
    if (asNumbers !== state) this.#becomes('window-digits', await this.#predict(asNumbers))
    const shorter = change(asNumbers, (window) => Math.min(Number(window), AUTOMATIC_SECONDS))
    if (shorter !== asNumbers) this.#becomes('window-shortened', await this.#predict(shorter))
    return shorter
  }

  async #inOurOrder(state: State): Promise<void> {
    if (state.kept.length < 2) return
    const payable: Slot[] = []
    for (const slot of state.kept) if ((await this.#alone(slot.offer)).kind === 'accepted') payable.push(slot)
    if (payable.length < 2) return
    const kept = choiceOrder(payable, this.pair.version)
    this.#becomes('cheapest-offer', await this.#predict({ ...state, kept }))
  }

  #becomes(name: DifferenceName, texts: readonly string[]): void {
    if (!texts.some((text) => this.#texts.includes(text))) this.#names.add(name)
    this.#texts = texts
  }

  #choose(offers: readonly unknown[]): Promise<Outcome> {
    return this.client.choose(this.pair, offers)
  }

  #alone(offer: unknown): Promise<Outcome> {
    return this.#choose([offer])
  }

  /** The first thing in an offer that this wallet minds and the published client does not, in its order. */
  async #faultOf(offer: unknown): Promise<OfferFault | null> {
    const { version } = this.pair
    const shape = shapeFault(offer)
    if (shape !== null || !isRecord(offer)) return shape
    const early = facilitatorFault(offer, version) ?? schemeFault(offer)
    if (early !== null) return early
    const { paymentFlow } = extraOf(offer)
    // With an amount that nobody minds, it gets as far as network, flow and asset let it.
    const plain = { ...offer, amount: '0', maxAmountRequired: '0', extra: { paymentFlow } }
    const met = await this.#alone(plain)
    const stopped = met.kind === 'rejected' ? met.class : ''
    if (stopped === 'NO_SCHEME_FOR_NETWORK') return null
    const before = networkFault(offer, version) ?? methodFault(offer, version)
    if (before !== null || stopped === 'UNRECOGNIZED_PAYMENT_FLOW') return before
    const flow = flowFault(offer)
    if (flow !== null || stopped === 'ASSET_NOT_ALLOWED') return flow
    const fault =
      assetFault(offer, this.pair) ?? identityFault(offer) ?? amountFault(offer, version) ?? payeeFault(offer)
    if (fault !== null) return fault
    const hold = holdFault(offer, this.pair)
    if (hold === null) return null
    const whole = await this.#alone(offer)
    return whole.kind === 'rejected' && whole.class === 'ASSET_CAP' ? null : hold
  }

  /** What this wallet would answer, were these offers left to the published client and those refused. */
  async #predict({ kept, dropped }: State): Promise<readonly string[]> {
    const isAllGone = kept.length === 0 && dropped.length > 0
    const outcome = isAllGone ? null : await this.#choose(kept.map((slot) => slot.offer))
    if (outcome?.kind === 'accepted') {
      const chosen = kept[outcome.place]
      return [ready(chosen?.index ?? -1, outcome.amount, outcome.windowSeconds)]
    }
    const codes =
      outcome === null ? [] : [...(ourDecisionFor[outcome.class] ?? [`published ${outcome.class}`])]
    if (codes[0] === 'CONFIG_REFUSED') return [`CONFIG_REFUSED ${CONFIG_REASONS[outcome?.class ?? ''] ?? ''}`]
    const held = dropped.filter((slot) => slot.fault.code.startsWith('HOLD_'))
    if (held.length > 0) return [await this.#bestHeld(held, outcome?.class === 'USD_CAP' ? kept : [])]
    if (dropped.length === 0) return codes
    const reached = (code: string) => REACHED.indexOf(code)
    const furthest = Math.max(...dropped.map((slot) => reached(slot.fault.code)))
    const isTheirs = codes.some((code) => reached(code) < 0 || reached(code) >= furthest)
    return isTheirs ? codes : [REACHED[furthest] ?? '']
  }

  async #bestHeld(held: readonly Faulty[], kept: readonly Slot[]): Promise<string> {
    const over: Slot[] = []
    for (const slot of kept) {
      const alone = await this.#alone(slot.offer)
      if (alone.kind === 'rejected' && alone.class === 'USD_CAP') over.push(slot)
    }
    const all = [...held, ...over].sort((a, b) => a.index - b.index)
    const [best] = choiceOrder(all, this.pair.version)
    return held.find((slot) => slot.index === best?.index)?.fault.code ?? 'HOLD_OVER_PAYMENT_LIMIT'
  }
}

const CONFIG_REASONS: Readonly<Record<string, string>> = {
  CONFIG_ASSET_CAP_NOT_ATOMIC: 'asset-cap-not-atomic',
  CONFIG_INVALID_MONEY: 'invalid-money',
}

/** The same state where no window changes. */
function change(state: State, to: (window: unknown) => unknown): State {
  let changed = false
  const kept = state.kept.map((slot): Slot => {
    const { offer } = slot
    if (!isRecord(offer)) return slot
    const window = to(offer.maxTimeoutSeconds)
    if (window === offer.maxTimeoutSeconds) return slot
    changed = true
    return { ...slot, offer: { ...offer, maxTimeoutSeconds: window } }
  })
  return changed ? { ...state, kept } : state
}
