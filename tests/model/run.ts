import { vi } from 'vitest'
import { isLive } from '@/lib/core/lifecycle/transition'
import type { ApprovalView, BudgetTerms } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { PASSWORD } from '@/lib/vault/testing'
import { roundsUntilProved } from './patience'
import { answerOf } from './servers'
import { type Step, WINDOWS } from './steps'
import { AMOUNTS, ASSETS, type AskedFor, ORIGINS, PAYEES, pick, SITE_OF, wishOf } from './wishes'
import { World } from './world'

/** The rules that a program broke, and the step after which that was seen; null for the end. */
export type Broken = { readonly at: number; readonly step: Step | null; readonly faults: readonly string[] }

type StepOf<T extends Step['type']> = Extract<Step, { readonly type: T }>

const decimal = (cents: number): string => (cents / 100).toFixed(2)
/** One of a list by number, or the newest for -1; undefined for an empty one. */
const some = <T>(list: readonly T[], n: number): T | undefined =>
  n < 0 ? list.at(n) : list[n % Math.max(list.length, 1)]

/** Plays a program against the wallet, and the parts of the pages, the servers, and the owner in it. */
export class Run {
  readonly world = new World()
  /** payments that a page waits for */
  readonly #pages = new Set<string>()
  /** payments whose request a page was told to send */
  readonly #told = new Set<string>()
  readonly #reported: (readonly [wish: AskedFor, reportId: string])[] = []
  #reports = 0
  readonly #seen = new Map<string, ApprovalView>()

  /** @returns what went wrong and at which step; null where nothing did */
  async play(program: readonly Step[]): Promise<Broken | null> {
    const { world } = this
    const { faults } = world.model
    try {
      await world.begin()
      for (const [at, step] of program.entries()) {
        await this.step(step)
        if (faults.length > 0) return { at, step, faults }
      }
      await this.#conclude()
      return faults.length > 0 ? { at: program.length, step: null, faults } : null
    } finally {
      await world.end()
    }
  }

  /** One step, and all that must hold after it. */
  async step(step: Step): Promise<void> {
    const { world } = this
    await this.#outside(step)
    await world.act(() => this.#perform(step))
    await this.check()
  }

  /** Adds to the model's faults what must never be, whatever was done. */
  async check(): Promise<void> {
    const { model } = this.world
    const differences = await this.world.differences()
    if (differences.length > 0) {
      const text = JSON.stringify(differences, (_, v: unknown) => (typeof v === 'bigint' ? v.toString() : v))
      model.fault(`the totals are not what the authorizations add up to: ${text}`)
    }
    for (const id of model.limits) {
      if (!model.rules.budgets.some((b) => b.id === id)) model.fault(`limit ${id} is gone`)
    }
    for (const [nonce, { what }] of model.signatures) {
      const row = [...model.authorizations.values()].find((a) => a.nonce === nonce)
      if (row === undefined) model.fault(`the signature over ${what.value} with ${nonce} is lost`)
    }
  }

  /** What happens around the worker, without it. */
  async #outside(step: Step): Promise<void> {
    const { world } = this
    switch (step.type) {
      case 'node':
        world.chain.up = step.up
        return
      case 'pace':
        Object.assign(world.pace, { node: step.node, key: step.key })
        return
      case 'chain': {
        const signature = some([...world.model.signatures.values()], step.n)
        if (signature === undefined) return
        if (step.does === 'use') world.chain.use(signature.what)
        else world.chain.cancel(signature.what)
        return
      }
      case 'pass':
        return await this.#pass(step.seconds)
      case 'skew':
        world.skew += step.seconds
        vi.setSystemTime(Date.now() + step.seconds * 1_000)
        return
      case 'kill':
        return await world.kill()
      case 'kill-in':
        world.plan.killIn = step.edges
        return
      case 'kill-after-commit':
        world.plan.killAfterCommit = step.commits
        return
      case 'fail-in':
        world.plan.failIn = step.writes
        return
      case 'together':
        for (const each of step.steps) if (each.type === 'chain') await this.#outside(each)
    }
  }

  /** The worker runs for the first seconds; then the machine sleeps. */
  async #pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < Math.min(seconds, 12); passed++) {
      await vi.advanceTimersByTimeAsync(1_000)
      await this.world.act(async () => undefined)
    }
    vi.setSystemTime(Date.now() + Math.max(0, seconds - 12) * 1_000)
  }

  async #perform(step: Step): Promise<void> {
    const { engine, wallet, model } = this.world
    switch (step.type) {
      case 'want':
        return await this.#want(wishOf(step), `report-${this.#reports++}`)
      case 'report-again': {
        // The worker died before the page heard of its payment: the page tells of the same answer again.
        const told = some([...this.#reported], step.n)
        if (told !== undefined) await this.#want(...told)
        return
      }
      case 'ask-again':
        return await this.#askAgain(some([...this.#pages], step.n))
      case 'look':
        return await this.#look(some(this.#asking(), step.n))
      case 'approve':
        return await this.#approve(step)
      case 'decline': {
        const intent = some(this.#asking(), step.n)
        if (intent === undefined) return
        await engine.decline(wallet, { paymentId: intent.id })
        const paid = [...model.authorizations.values()].some((a) => a.intentId === intent.id)
        if (!paid) model.declined.add(intent.id)
        return
      }
      case 'cancel': {
        const id = some([...this.#pages], step.n)
        if (id === undefined) return
        this.#pages.delete(id)
        return await engine.voidIntent(wallet, id)
      }
      case 'answer':
        return await this.#answer(step)
      case 'tick':
        await wallet.vault.status()
        await engine.voidStale(wallet)
        await engine.proveOutstanding(wallet)
        // The owner asks too, about what is not due yet.
        for (const { id } of [...model.authorizations.values()].filter((a) => a.proved === 0))
          await engine.askNow(wallet, id)
        return
      case 'lock':
        return await wallet.vault.lock()
      case 'unlock':
        await wallet.vault.unlock(PASSWORD)
        return
      case 'account':
        await writeSettings(wallet.ledger, { account: pick(this.world.accounts, step.n) })
        return
      case 'daily': {
        const which = step.site ? 'perSiteDayUsd' : 'perDayUsd'
        await engine.changeSettings(wallet, { kind: 'limit', which, usd: decimal(step.cents) }, PASSWORD)
        return
      }
      case 'budget': {
        const set = await engine.setBudget(wallet, this.#budget(step), PASSWORD)
        if ('id' in set) model.limits.add(set.id)
        return
      }
      case 'rebudget': {
        const rule = some(model.rules.budgets, step.n)
        if (rule === undefined) return
        const terms = {
          id: rule.id,
          scope: rule.scope,
          unit: unitOf(rule.unit),
          window: rule.window,
          limit: decimal(step.cents),
        }
        await engine.setBudget(wallet, terms as BudgetTerms, PASSWORD)
        return
      }
      case 'unbudget': {
        const rule = some(model.rules.budgets, step.n)
        if (rule === undefined) return
        // From here on it may be gone, whatever becomes of the worker.
        model.limits.delete(rule.id)
        await engine.removeBudget(wallet, { id: rule.id, password: PASSWORD })
        return
      }
      case 'mandate':
        return await this.#mandate(step)
      case 'remandate': {
        const row = some([...model.mandates.values()], step.n)
        if (row === undefined) return
        const change =
          step.change === 'extend'
            ? ({ kind: 'extend', expiresAt: model.time + 86_400 } as const)
            : { kind: step.change }
        const refused = await engine.changeMandate(wallet, { id: row.id, change, password: PASSWORD })
        if (refused === null && step.change === 'revoke') model.revoked.add(row.id)
        return
      }
      case 'together':
        await Promise.all(step.steps.map((each) => this.#perform(each)))
    }
  }

  async #want(wish: AskedFor, reportId: string): Promise<void> {
    const { engine, wallet, model } = this.world
    model.wishes.push(wish)
    if (!wish.navigation) this.#reported.push([wish, reportId])
    const { document, navigation, method, url, bodyDigest, raw } = wish
    const asked = {
      kind: navigation ? ('navigation' as const) : ('fetch' as const),
      transport: 'http' as const,
      action: null,
      terms: null,
      reportId: navigation ? null : reportId,
      asker: document.origin,
      topOrigin: document.origin,
      tabId: document.tabId,
      frameId: 0,
      documentId: document.id,
      method,
      url,
      answeredUrl: url,
      bodyDigest,
      certain: true,
      mayOpen: true,
    }
    const headers = [['payment-required', Buffer.from(raw).toString('base64')]] as const
    const id = await engine.openIntent(wallet, asked, { headers, body: null })
    if (id === null || navigation) return
    this.#pages.add(id)
    await this.#askAgain(id)
  }

  /** What a page does while it waits: it asks what became of its payment, and sends where it is told to. */
  async #askAgain(id: string | undefined): Promise<void> {
    if (id === undefined) return
    const { engine, wallet } = this.world
    const intent = await wallet.ledger.intents.get(id)
    if (intent?.state === 'approved' || intent?.state === 'paying') {
      if ((await engine.sendInstruction(wallet, intent)) !== null) this.#told.add(id)
    } else if (intent?.state !== 'asking') this.#pages.delete(id)
  }

  #asking(): readonly IntentRow[] {
    return [...this.world.model.intents.values()].filter((i) => i.state === 'asking')
  }

  async #look(intent: IntentRow | undefined): Promise<void> {
    if (intent === undefined) return
    const { engine, wallet } = this.world
    const now = await engine.refreshApproval(wallet, intent.id)
    const view = now && (await engine.approvalView(wallet.ledger, intent.id, now, async () => []))
    if (view !== null) this.#seen.set(intent.id, view)
  }

  async #approve({ n, how }: StepOf<'approve'>): Promise<void> {
    const { engine, wallet, model } = this.world
    const intent = some(this.#asking(), n)
    if (intent === undefined) return
    await wallet.vault.unlock(PASSWORD)
    if (how !== 'stale') await this.#look(intent)
    const view = this.#seen.get(intent.id)
    if (view?.envelopeDigest == null) return
    const digest = how === 'unread' ? `0x${'7'.repeat(64)}` : view.envelopeDigest
    const wish = model.wishOf(intent)
    const field = (name: string) => view.signed.find((f) => f.name === name)?.value ?? ''
    if (how !== 'unread' && wish !== undefined && view.offer !== null) {
      model.consents.push({
        paymentId: intent.id,
        digest,
        payer: field('from'),
        payTo: field('to'),
        amount: field('value'),
        network: view.offer.network,
        asset: field('domain.verifyingContract'),
        windowSeconds: view.windowSeconds ?? 0,
        wish,
        at: model.time,
      })
    }
    const click = () =>
      engine.approve(wallet, { paymentId: intent.id, envelopeDigest: digest, password: PASSWORD })
    const results = await Promise.all(how === 'twice' ? [click(), click()] : [click()])
    if (how === 'unread' && results[0] === null) model.fault('an envelope was approved that nobody saw')
  }

  /** Requests that are on their way with a payment. */
  #flights(): readonly AuthorizationRow[] {
    return [...this.world.model.authorizations.values()].filter(
      (a) => a.header !== null && (a.tag === null || this.#told.has(a.intentId)),
    )
  }

  async #answer({ n, kind, settles, shown }: StepOf<'answer'>): Promise<void> {
    const { engine, wallet, model, chain } = this.world
    const flight = some(this.#flights(), n)
    if (flight === undefined || flight.header === null) return
    const { nonce, header, tag } = flight
    const signed = model.signatures.get(nonce)
    if (shown) await engine.onSent(wallet, header.value)
    if (settles && signed !== undefined) chain.use(signed.what)
    const went = { method: flight.method, url: flight.answeredUrl }
    const of = tag === null ? { value: header.value, ...went } : { tag, ...went }
    if (kind === 'nothing') return await engine.onFailed(wallet, of)
    const answer = answerOf(kind, chain.hashOf(nonce) ?? `0x${'9'.repeat(64)}`)
    if (answer.status >= 200 && answer.status < 300) model.answered.add(nonce)
    await engine.onAnswered(wallet, of, answer)
  }

  #budget({ scope, unit, window, cents }: StepOf<'budget'>): BudgetTerms {
    const scopes: readonly BudgetTerms['scope'][] = [
      { kind: 'everything' },
      { kind: 'site', value: null },
      { kind: 'site', value: SITE_OF[ORIGINS[0]] ?? '' },
      { kind: 'origin', value: null },
      { kind: 'payee', value: pick(PAYEES, 0).toLowerCase() },
      { kind: 'intent', value: null },
      { kind: 'mandate', value: null },
    ]
    const { network, asset } = pick(ASSETS, unit)
    return {
      scope: pick(scopes, scope),
      unit: unit < 2 ? { kind: 'usd', testnet: unit === 0 } : { kind: 'asset', network, asset },
      limit: decimal(cents),
      window: pick(WINDOWS, window),
    }
  }

  async #mandate(step: StepOf<'mandate'>): Promise<void> {
    const { engine, wallet, model, accounts } = this.world
    const { network, asset, testnet } = pick(ASSETS, step.asset)
    await engine.grantMandate(
      wallet,
      {
        origin: pick(ORIGINS, step.origin),
        agent: null,
        pathPrefix: null,
        payees: step.payee === 3 ? '*' : [pick(PAYEES, step.payee)],
        assets: [{ network, asset, maxAmount: pick(AMOUNTS, step.max) }],
        unit: { kind: 'usd', testnet },
        total: decimal(step.cents),
        window: pick(WINDOWS, step.window),
        maxWindowSeconds: 300,
        expiresAt: model.time + step.hours * 3_600,
        transports: ['http'],
        automaticPerMinute: null,
        maxRisePercent: null,
        mayRepeat: step.mayRepeat,
        account: step.own ? pick(accounts, step.origin) : null,
      },
      PASSWORD,
    )
  }

  /** The end: the nodes answer, and every window is over. Each signature is then what the chain says. */
  async #conclude(): Promise<void> {
    const { world } = this
    const { model } = world
    Object.assign(world.plan, { killIn: null, killAfterCommit: null, failIn: null })
    world.chain.up = true
    const ends = [...model.authorizations.values()].map((a) => a.validBefore)
    await this.#pass(Math.max(0, ...ends.map((end) => end - world.trueSeconds)) + 120)
    const open = () =>
      [...model.authorizations.values()].filter(
        (a) => isLive(a.state) || (a.state === 'settled' && a.proved === 0),
      )
    for (let left = roundsUntilProved(world.trueSeconds, ends); left > 0 && open().length > 0; left--) {
      await this.step({ type: 'tick' })
      // What is not proved is due again some time later, the longest wait and a half.
      if (open().length > 0) await this.#pass(2_700)
    }
    for (const row of open()) model.fault(`${row.id} is ${row.state} for ever`)
    for (const row of model.authorizations.values()) {
      const used = world.chain.fateOf(row.nonce) === 'used'
      if (used !== (row.state === 'settled'))
        model.fault(`${row.id} is ${row.state}, and the chain says used: ${used}`)
    }
  }
}

const unitOf = (unit: { readonly kind: string }): unknown =>
  unit.kind === 'atomic' ? { ...unit, kind: 'asset' } : unit
