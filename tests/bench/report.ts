import type { ClientTimes } from './published'
import type { SelectionSpeed } from './selection'
import type { PaymentTimes } from './wallet'

/** The middle of the numbers, or the mean of the two middle ones. @throws without any number */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('nothing was measured')
  return (lower + upper) / 2
}

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
