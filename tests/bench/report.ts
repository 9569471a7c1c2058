import type { ActivityTime } from './activity'
import type { ColdTimes } from './cold'
import type { Free, FreeTimes } from './free'
import type { DecisionTimes, ImportTime } from './ledger'
import type { ClientTimes } from './published'
import type { SelectionSpeed } from './selection'
import type { AllowedTimes, PaymentTimes } from './wallet'
import type { WindowTimes } from './window'

/** The middle of the numbers, or the mean of the two middle ones. @throws without any number */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('nothing was measured')
  return (lower + upper) / 2
}

/** The number that 95 of 100 are not above. */
const p95 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? Number.NaN

type Step<T> = readonly [name: string, from: keyof T, to: keyof T]

const walletSteps: readonly Step<PaymentTimes>[] = [
  ['402 seen to quote decided', 'seen402', 'decided'],
  ['decided to approved (the test’s own)', 'decided', 'approved'],
  ['approved to reserved and signed', 'approved', 'signed'],
  ['signed to sent', 'signed', 'sent'],
  ['sent to answered (verify, settle)', 'sent', 'answered'],
  ['answered to the page’s own call', 'answered', 'delivered'],
]
const clientSteps: readonly Step<ClientTimes>[] = [
  ['402 seen to sent (choose and sign)', 'seen402', 'sent'],
  ['sent to answered (verify, settle)', 'sent', 'answered'],
  ['answered to the caller', 'answered', 'delivered'],
]

const ms = (value: number) => `${value.toFixed(1).padStart(8)} ms`

function stepLines<T extends Record<keyof T, number>>(
  times: readonly T[],
  steps: readonly Step<T>[],
): string[] {
  const means = steps.map(([, from, to]) => times.reduce((sum, t) => sum + t[to] - t[from], 0) / times.length)
  const whole = means.reduce((sum, mean) => sum + mean, 0)
  return steps.map(([name, from, to], index) => {
    const middle = median(times.map((t) => t[to] - t[from]))
    const share = (((means[index] ?? 0) / whole) * 100).toFixed(0).padStart(4)
    return `    ${name.padEnd(40)}${ms(middle)}${share} %`
  })
}

/**
 * The report of one run: medians of each step, each step's share of the whole (of the mean times, which add
 * up), and the ratios.
 */
export function paymentReport(wallet: readonly PaymentTimes[], client: readonly ClientTimes[]): string {
  const own = (t: PaymentTimes) => t.decided - t.seen402 + (t.sent - t.approved) + (t.delivered - t.answered)
  const ours = median(wallet.map((t) => t.delivered - t.seen402))
  const theirs = median(client.map((t) => t.delivered - t.seen402))
  const clientOwn = median(client.map((t) => t.sent - t.seen402 + (t.delivered - t.answered)))
  return [
    `402 to paid, ${wallet.length} payments each, in turns, medians`,
    `  the wallet in Chromium, approved at once  ${ms(ours)}`,
    ...stepLines(wallet, walletSteps),
    `    of these the wallet’s own               ${ms(median(wallet.map(own)))}`,
    `  @x402/fetch in Node                       ${ms(theirs)}`,
    ...stepLines(client, clientSteps),
    `    of these the client’s own               ${ms(clientOwn)}`,
    `  ratio wallet : @x402/fetch                ${(ours / theirs).toFixed(2).padStart(8)}`,
  ].join('\n')
}

/** The report of the comparison of `decide` with the published client's choice. */
export function selectionReport({ decide, published }: SelectionSpeed): string {
  const line = (name: string, speed: number) =>
    `  ${name.padEnd(42)}${Math.round(speed).toString().padStart(8)} a second`
  return [
    'judging one quote, nothing signed',
    line('decide, all checks', decide),
    line('@x402/core, choice and spend controls', published),
    `  ${'ratio decide : @x402/core'.padEnd(42)}${(decide / published).toFixed(2).padStart(8)}`,
  ].join('\n')
}

/**
 * The report of payments that a mandate allowed, beside the published client in the same page of a browser
 * without the wallet: nobody was asked.
 */
export function allowedReport(wallet: readonly AllowedTimes[], client: readonly ClientTimes[]): string {
  const own = (t: AllowedTimes) => t.sent - t.seen402 + (t.delivered - t.answered)
  const clientOwn = median(client.map((t) => t.sent - t.seen402 + (t.delivered - t.answered)))
  const ours = median(wallet.map(own))
  const [whole, theirs] = [wallet, client].map((all) => median(all.map((t) => t.delivered - t.seen402)))
  return [
    `402 to paid under a mandate, ${wallet.length} payments, medians`,
    `  the wallet                                ${ms(whole ?? Number.NaN)}`,
    `    402 seen to sent                        ${ms(median(wallet.map((t) => t.sent - t.seen402)))}`,
    `    the wallet’s own time in all            ${ms(ours)}`,
    `  @x402/fetch in the same page              ${ms(theirs ?? Number.NaN)}`,
    `    the client’s own time in all            ${ms(clientOwn)}`,
    `  ratio wallet : @x402/fetch                ${((whole ?? Number.NaN) / (theirs ?? Number.NaN)).toFixed(2).padStart(8)}`,
    `  ratio of their own times                  ${(ours / clientOwn).toFixed(2).padStart(8)}`,
  ].join('\n')
}

/**
 * The report of a page that meets no 402: with the wallet, with an extension of the same manifest that does
 * nothing, and without any. The second ratio is what the wallet's own code adds.
 */
export function freeReport({ wallet, idle, bare }: Free): string {
  const line = (name: string, of: keyof FreeTimes) => {
    const [ours, nothing, none] = [median(wallet[of]), median(idle[of]), median(bare[of])]
    const ratios = `${(ours / none).toFixed(2)} ${(ours / nothing).toFixed(2)}`
    return `  ${name.padEnd(24)}${ms(ours)} ${ms(nothing)} ${ms(none)}   ratios ${ratios}`
  }
  return [
    `a page that meets no 402, ${wallet.fetch.length} turns each, medians: the wallet, an idle extension, none`,
    line('one fetch', 'fetch'),
    line('one XMLHttpRequest', 'xhr'),
    line('loading the page', 'load'),
  ].join('\n')
}

/** The report of decisions over ledgers of different length; ratios to the first. */
export function decisionReport(times: DecisionTimes): string {
  const lines = [...times].map(([receipts, each]) => ({ receipts, middle: median(each), count: each.length }))
  const first = lines[0]?.middle ?? Number.NaN
  return [
    `decide and reserve under a mandate, ${lines[0]?.count ?? 0} each in turns, medians`,
    ...lines.map(({ receipts, middle }) => {
      const name = `  over ${receipts.toLocaleString('en-US')} receipts`
      return `${name.padEnd(44)}${ms(middle)}   ratio ${(middle / first).toFixed(2)}`
    }),
  ].join('\n')
}

/** The report of what a long ledger costs elsewhere: to take it in from a file, and to show its newest. */
export function historyReport(imported: ImportTime, shown: ActivityTime): string {
  const count = (n: number) => n.toLocaleString('en-US')
  const [few, many] = [median(shown.few), median(shown.many)]
  return [
    `a ledger of ${count(imported.receipts)} receipts`,
    `  import from its file (${(imported.bytes / 1e6).toFixed(0)} MB)`.padEnd(44) + ms(imported.ms),
    '  first lines of Activity, fifty payments'.padEnd(44) + ms(few),
    `  the same with ${count(shown.receipts)} payments`.padEnd(44) +
      `${ms(many)}   ratio ${(many / few).toFixed(2)}`,
    `  a word typed to the payment found, fifty${ms(median(shown.found.few))}, p95${ms(p95(shown.found.few))}`,
    `  the same with ${count(shown.receipts)}`.padEnd(42) +
      `${ms(median(shown.found.many))}, p95${ms(p95(shown.found.many))}`,
    `  one frame to the next, scrolling`.padEnd(42) +
      `${ms(median(shown.frames))}, p95${ms(p95(shown.frames))}`,
  ].join('\n')
}

/** How soon the approval window shows itself and answers, beside a plain page in the same browser. */
export function windowReport({ paint, plain, interaction }: WindowTimes): string {
  const line = (name: string, of: readonly number[]) => `  ${name.padEnd(42)}${ms(median(of))}${ms(p95(of))}`
  return [
    `the approval window, ${paint.length} times, median and p95`,
    line('navigation to first content painted', paint),
    line('a plain page of a server, the same', plain),
    line('a press of Pay to the next paint', interaction),
    `  ratio of the first two medians            ${(median(paint) / median(plain)).toFixed(2).padStart(8)}`,
  ].join('\n')
}

/** How soon a worker that slept answers, with and without Solana's script in the build. */
export function coldReport(times: ColdTimes): string {
  const line = (name: string, of: readonly number[]) => {
    return `  ${name.padEnd(42)}${ms(median(of))}${ms(p95(of))}`
  }
  return [
    `first answer of a worker that was ended, ${times.with.length} times each, in turns, median and p95`,
    line('with svm.js', times.with),
    line('with an empty svm.js', times.without),
  ].join('\n')
}
