import { vi } from 'vitest'

import { PASSWORD } from '@/lib/vault/testing'
import type { Signature } from './chain'
import type { Harm, Moment } from './life'
import { Run } from './run'
import { DIME, want } from './scene'
import { answerOf } from './servers'
import { tellsTruth } from './truth'
import { type AskedFor, type WishShape, wishOf } from './wishes'

/** How the purchase is asked for: a page's fetch, a link that is followed, or a fetch under a mandate. */
export type Buyer = 'fetch' | 'navigation' | 'mandate'

/** What the server does with a request that carries a payment. */
export type Server =
  | 'honest'
  /** settles, and ends the connection */
  | 'cuts'
  /** settles, and answers when the window is long over */
  | 'answers late'
  /** ends the connection, and settles in the last seconds of the window */
  | 'settles late'
  /** does nothing until the window is over */
  | 'acts late'

/** How it ended, by the chain and by what the buyer got. */
export type End = {
  /** payments that the chain executed */
  readonly paid: number
  /** signatures that were made */
  readonly signed: number
  readonly delivered: boolean
}

/** Seconds for which a page waits for its 402 to be paid. */
const PATIENCE = 120
/** Rounds after which nothing that is still open will move by itself. */
const ROUNDS = 14
/** Seconds after its end at which a window surely counts as over. */
const AFTER_WINDOW = 120

/** One document that wants one thing, as the browser has it. */
type Page = {
  readonly wish: AskedFor
  readonly reportId: string
  readonly since: number
  state: 'asks' | 'waits' | 'sends' | 'answered' | 'turned away'
  paymentId: string | null
  url: string | null
}

/**
 * One purchase from the 402 to its proof, with everybody who has a part in it: the page, the person, the
 * browser, the server, the chain. Each acts as often as there is something for it to do, so whatever goes
 * wrong in between, the story goes on as it would go on in a browser.
 */
export class Story {
  readonly run = new Run()
  /** told of each moment of the worker */
  watch: ((moment: Moment) => Harm) | null = null
  server: Server = 'honest'
  /** whether servers can be reached */
  online = true
  /** the page that is open now */
  page: Page
  delivered = false
  /** a request with a payment in it reached the server while it was not honest */
  servedOnce = false
  /** what is heard first of a request: that it left, its answer, or the chain's word on it */
  order: 'usual' | 'answer first' | 'proof first' = 'usual'
  /** whether what goes wrong may come when the buyer has long gone: a proof is written late */
  strikesLate = false
  #promised: Signature | null = null
  #reloads = 0
  #reports = 0
  #browsers = 0

  constructor(readonly buyer: Buyer) {
    this.page = this.#open()
  }

  get world() {
    return this.run.world
  }

  /** A wallet that is ready, and a mandate where the buyer has one. */
  async begin(): Promise<void> {
    await this.world.begin()
    if (this.buyer === 'mandate')
      await this.run.step({
        type: 'mandate',
        origin: 0,
        payee: 0,
        asset: 0,
        max: DIME,
        cents: 30,
        window: 1,
        hours: 24,
        own: true,
        mayRepeat: false,
      })
    this.world.plan.watch = (moment) => {
      if (moment.at === 'done' && moment.name === 'reload') this.#reloads++
      return this.watch?.(moment) ?? null
    }
  }

  /** Everybody acts until nothing moves any more. */
  async goesOn(): Promise<void> {
    for (let round = 0; round < ROUNDS && !this.#isOver; round++) {
      await this.#pageActs()
      await this.#browserSends()
      await this.#personActs()
      await this.#browserSends()
      await this.#does(() => this.#passes(2))
      if (round % 3 === 2) await this.#does(() => this.run.step({ type: 'tick' }))
    }
  }

  /** The browser is killed and started anew on the same profile: it opens the page again, as a new document. */
  browserDies(): 'kill' {
    this.world.forget()
    this.#browsers++
    this.page = this.#open()
    return 'kill'
  }

  /** The computer's clock jumps by so many seconds. */
  setClock(seconds: number): void {
    this.world.skew += seconds
    vi.setSystemTime(Date.now() + seconds * 1_000)
  }

  /** What went wrong is over, and the person asks for the same once more where it did not come. */
  async triesAgain(): Promise<void> {
    this.#heals(!this.strikesLate)
    await this.#does(() => this.run.step({ type: 'tick' }))
    if (this.delivered) return
    this.page = this.#open()
    await this.goesOn()
  }

  /** @param wholly whether nothing new goes wrong from here on */
  #heals(wholly: boolean): void {
    if (wholly) this.watch = null
    this.server = 'honest'
    this.online = true
    this.world.chain.up = true
    this.world.chain.lie = null
    if (this.world.skew !== 0) this.setClock(-this.world.skew)
  }

  /** The window ends, and the chain is asked until it has said what became of each signature. */
  async ends(): Promise<End> {
    const { world } = this
    const { model } = world
    if (this.#promised !== null) {
      await this.#passes(Math.max(0, this.#promised.validBefore - world.trueSeconds - 5))
      world.chain.use(this.#promised)
    }
    await this.#windowEnds()
    const isOpen = () =>
      [...model.authorizations.values()].some((a) => a.proved === 0 && a.state !== 'released')
    // What is not proved is asked about again some time later; by then what went wrong is over.
    for (let round = 0; round < 12 && (round < 3 || isOpen()); round++) {
      await this.#does(() => this.run.step({ type: 'tick' }))
      this.#heals(round > 1)
      if (isOpen()) await this.#passes(2_700)
    }
    const paid = [...model.signatures.keys()].filter((nonce) => world.chain.fateOf(nonce) === 'used').length
    return { paid, signed: model.signatures.size, delivered: this.delivered }
  }

  /** Time goes on until no signature can be used any more, and the chain's clock shows it. */
  async #windowEnds(): Promise<void> {
    const last = Math.max(0, ...[...this.world.model.authorizations.values()].map((a) => a.validBefore))
    await this.#does(() => this.#passes(Math.max(0, last - this.world.trueSeconds) + AFTER_WINDOW))
  }

  get #isOver(): boolean {
    const { state } = this.page
    return state === 'answered' || state === 'turned away'
  }

  #open(): Page {
    const shape = { ...want(), doc: this.#browsers % 2, navigation: this.buyer === 'navigation' } as WishShape
    const wish = wishOf(shape)
    const page: Page = {
      wish,
      reportId: `report-${this.#reports++}`,
      since: Date.now(),
      state: 'asks',
      paymentId: null,
      url: null,
    }
    this.#reloads = 0
    if (wish.navigation) this.world.tabs.set(wish.document.tabId, wish.url)
    return page
  }

  /** One act; then all that must hold, and what the person's screens say of it. */
  async #does(act: () => Promise<unknown>): Promise<void> {
    await act()
    await this.run.check()
    await tellsTruth(this.world)
  }

  /** @returns what the act gave, or `died` where nobody was left to answer; a failing write is `failed` */
  async #asks<T>(act: () => Promise<T>): Promise<{ value: T } | 'died' | 'failed'> {
    const { world } = this
    const { lives } = world
    let value: { value: T } | 'failed' = 'failed'
    await this.#does(() =>
      world.act(async () => {
        value = { value: await act() }
      }),
    )
    return world.lives === lives ? value : 'died'
  }

  async #passes(seconds: number): Promise<void> {
    await this.run.step({ type: 'pass', seconds })
  }

  async #pageActs(): Promise<void> {
    const { page } = this
    const { engine, wallet } = this.world
    if (page.state === 'asks') {
      const told = await this.#asks(() => this.#report(page))
      // Nobody answered: the bridge asks again with the same number.
      if (told === 'died' || page !== this.page) return
      if (this.buyer === 'navigation') page.state = 'waits'
      else if (told === 'failed' || told.value === null) page.state = 'turned away'
      else Object.assign(page, { state: 'waits', paymentId: told.value })
    }
    if (page.state !== 'waits') return
    if (this.buyer === 'navigation') {
      // A document that is never loaded again stays as it is.
      if (Date.now() - page.since > PATIENCE * 1_000) page.state = 'turned away'
      return
    }
    const standing = await this.#asks(async (): Promise<'over' | 'wait' | { url: string }> => {
      const intent = page.paymentId === null ? undefined : await wallet.ledger.intents.get(page.paymentId)
      if (intent === undefined || intent.documentId !== page.wish.document.id) return 'over'
      if (intent.state === 'asking') return 'wait'
      if (intent.state !== 'approved' && intent.state !== 'paying') return 'over'
      const url = await engine.sendInstruction(wallet, intent)
      if (url !== null) return { url }
      return (await wallet.ledger.intents.get(intent.id))?.state === 'paying' ? 'over' : 'wait'
    })
    if (standing === 'died' || page !== this.page) return
    if (standing === 'failed' || standing.value === 'over') page.state = 'turned away'
    else if (standing.value !== 'wait') Object.assign(page, { state: 'sends', url: standing.value.url })
    else if (Date.now() - page.since > PATIENCE * 1_000) page.state = 'turned away'
  }

  /** What the door does with a 402: a report that comes twice is one purchase. */
  async #report({ wish, reportId }: Page): Promise<string | null> {
    const { engine, wallet, model } = this.world
    if (!model.wishes.includes(wish)) model.wishes.push(wish)
    const { document, navigation, method, url, bodyDigest, raw } = wish
    if (!navigation) {
      const begun = await wallet.ledger.intents.where('reportId').equals(reportId).first()
      if (begun !== undefined) return begun.id
    }
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
    return await engine.openIntent(wallet, asked, { headers, body: null })
  }

  /** Pays what the page waits for, but nothing for the second time: the screen says what was paid before. */
  async #personActs(): Promise<void> {
    const { model, wallet, engine } = this.world
    if ((await wallet.vault.status()) !== 'unlocked') await this.#asks(() => wallet.vault.unlock(PASSWORD))
    const [last, ...others] = [...model.intents.values()].filter((i) => i.state === 'asking').reverse()
    if (last === undefined) return
    const seen = await this.#asks(async () => {
      const now = await engine.refreshApproval(wallet, last.id)
      return now && (await engine.approvalView(wallet.ledger, last.id, now, async () => []))
    })
    if (typeof seen === 'string') return
    const type = (seen.value?.payee?.count ?? 0) > 0 ? 'decline' : 'approve'
    await this.#does(() => this.run.step({ type, n: others.length, how: 'right' }))
  }

  /** The request that carries the payment, where one is due. */
  async #browserSends(): Promise<void> {
    const { page, world } = this
    if (this.buyer === 'navigation') {
      if (this.#reloads === 0) return
      this.#reloads = 0
    } else if (page.state !== 'sends') return
    const rules = [...world.rules.values()] as readonly Rule[]
    const value = rules.find((r) => r.condition.resourceTypes.includes(this.#type))?.action.requestHeaders[0]
      ?.value
    const { method, url } = page.wish
    const tag = page.url?.split('#cs-')[1]
    const went = { method, url }
    const byValue = value === undefined ? null : { value, ...went }
    const of = this.buyer === 'navigation' ? byValue : tag === undefined ? null : { tag, ...went }
    const row = [...world.model.authorizations.values()].find((a) => a.header?.value === value)
    const signed = row && world.model.signatures.get(row.nonce)
    const left = async () => {
      if (value !== undefined) await this.#asks(() => world.engine.onSent(world.wallet, value))
    }
    if (this.order !== 'answer first') await left()
    const { server } = this
    if (server !== 'honest' && value !== undefined) this.servedOnce = true
    if (server === 'acts late') await this.#windowEnds()
    const settles = this.online && server !== 'settles late' && signed !== undefined
    if (settles) world.chain.use(signed.what)
    if (server === 'settles late' && signed !== undefined) this.#promised = signed.what
    const isPaid = row !== undefined && world.chain.fateOf(row.nonce) === 'used'
    if (server === 'answers late') await this.#windowEnds()
    if (this.order === 'proof first') await this.#does(() => this.run.step({ type: 'tick' }))
    if (page !== this.page) return
    if (!this.online || server === 'cuts' || server === 'settles late') {
      if (of !== null) await this.#asks(() => world.engine.onFailed(world.wallet, of))
      if (page === this.page) page.state = 'turned away'
    } else {
      const kind = isPaid ? 'settled' : 'again'
      const answer = answerOf(kind, (row && world.chain.hashOf(row.nonce)) ?? '')
      if (isPaid && row !== undefined) world.model.answered.add(row.nonce)
      if (of !== null) await this.#asks(() => world.engine.onAnswered(world.wallet, of, answer))
      // The page has its answer whatever became of the worker, unless the page itself is gone.
      if (page === this.page) {
        page.state = isPaid ? 'answered' : 'turned away'
        this.delivered ||= isPaid
      }
    }
    if (this.order === 'answer first') await left()
  }

  get #type(): string {
    return this.buyer === 'navigation' ? 'main_frame' : 'xmlhttprequest'
  }
}

type Rule = {
  readonly condition: { readonly resourceTypes: readonly string[] }
  readonly action: { readonly requestHeaders: readonly { readonly value: string }[] }
}
