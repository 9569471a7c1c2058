import { browser } from 'wxt/browser'

import { formatAmount, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import { readSettings } from '@/lib/ledger/read/documents'
import type { Ledger } from '@/lib/ledger/schema'
import { type Automatic, newsOf, type Standing, type Told, toldOf } from './news'
import { standingNow } from './standing'
import { dollarText, siteName } from './text'
import { type NoticeWords, wordsFor } from './words'

/** In the session store, which ends with the browser: what it was like before is no news then. */
const TOLD = 'noticesTold'
/** The notice of what waits: there is one, and it goes when nothing waits. */
const WAITING = 'waiting'

/** A notice: `id` says what it is about, and a newer one of the same id takes its place. */
export type Notice = {
  readonly id: string
  readonly title: string
  readonly message: string
  /** what its one button says; Firefox has none */
  readonly button?: string
}

/** Shows a notice, without a sound. Its text is plain, and nothing of it is a secret. */
export async function show({ id, title, message, button }: Notice): Promise<void> {
  const iconUrl = browser.runtime.getURL('/icon/128.png')
  // Firefox refuses a notice that has what it does not know.
  const more = import.meta.env.FIREFOX
    ? {}
    : { silent: true, ...(button !== undefined && { buttons: [{ title: button }] }) }
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message, ...more })
}

/** From here on what becomes new is told; what stands already is not. */
export async function beginNews(ledger: Ledger): Promise<void> {
  await browser.storage.session.remove(TOLD)
  await tellNews(ledger)
}

/**
 * Tells what is new: what a mandate paid, a limit at 80 and 100 percent, a payment in the unknown, and what
 * waits and opened no window. One at a time, so that nothing is told twice.
 */
export async function tellNews(ledger: Ledger): Promise<void> {
  await navigator.locks.request(TOLD, async () => {
    const told = (await browser.storage.session.get(TOLD))[TOLD] as Told | undefined
    const words = wordsFor((await readSettings(ledger)).language)
    const standing = await standingNow(ledger, words, told?.automaticAt ?? Date.now())
    const after = toldOf(standing, told ?? { automaticAt: Date.now(), levels: {}, unknown: [], waiting: [] })
    if (JSON.stringify(after) !== JSON.stringify(told)) await browser.storage.session.set({ [TOLD]: after })
    if (standing.waiting.length === 0) await browser.notifications.clear(WAITING)
    if (told !== undefined) await Promise.all(noticesOf(standing, told, words).map(show))
  })
}

/** The notices that tell what is new since something was told. */
export function noticesOf(standing: Standing, told: Told, words: NoticeWords): readonly Notice[] {
  const news = newsOf(standing, told)
  const [unknown, ...more] = news.unknown
  const newest = standing.waiting.at(-1)
  return [
    ...news.automatic.map((payments) => automaticNotice(payments, words)),
    ...news.limits.flatMap(({ id, level, name, used, limit }) =>
      level === 0
        ? []
        : [{ id: `budget ${id}`, title: words.budget[level], message: words.budgetMore(name, used, limit) }],
    ),
    ...(unknown === undefined
      ? []
      : [
          more.length === 0
            ? {
                id: `payment ${unknown.payment}`,
                title: words.unknown(1),
                message: words.unknownOne(unknown.amount, siteName(unknown.origin, words)),
              }
            : { id: 'outstanding', title: words.unknown(news.unknown.length), message: words.unknownMany },
        ]),
    ...(news.waits && newest !== undefined
      ? [
          {
            id: WAITING,
            title: words.waiting(standing.waiting.length),
            message: words.waitingFor(siteName(newest.origin, words)),
          },
        ]
      : []),
  ]
}

/** What one mandate paid, in one notice. */
function automaticNotice(payments: readonly Automatic[], words: NoticeWords): Notice {
  const last = payments.at(-1)
  const host = siteName(last?.origin ?? '', words)
  const usd = payments.map((payment) => payment.usd)
  const sum = usd.reduce<bigint | null>((all, one) => {
    const read = one === null ? null : parseDecimal(one, USD_DECIMALS)
    return all === null || !read?.ok ? null : all + read.value
  }, 0n)
  const amount = sum === null ? (last?.amount ?? '') : dollarText(formatAmount(sum, USD_DECIMALS), words)
  const count = new Intl.NumberFormat(words.locale).format(payments.length)
  return {
    id: `mandate ${last?.mandate ?? ''}`,
    title: words.automatic,
    message:
      payments.length === 1 ? words.automaticOne(amount, host) : words.automaticMany(count, amount, host),
    button: words.stop,
  }
}
