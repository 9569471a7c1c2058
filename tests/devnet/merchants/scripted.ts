import type { PaymentPayload, SettleResponse } from '@x402/core/types'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Hex } from 'viem'
import type { SeenRequest } from '../seen'
import { listen, type Running } from '../server'
import { paymentOf, quote, receipt, settle, type Terms } from './gate'
import type { MerchantInput } from './newsstand'
import { page, trialPage } from './page'

/**
 * How one request is answered. `delayMs` comes before everything else; `waits` is for what settles.
 *
 * - `normal`: quotes to who does not pay, settles and delivers to who does
 * - `quote`: 402 with these terms, whatever the request carries: a raised price, a swapped payee. What it
 *   carries is not settled. The terms stay in force for `normal` until `reset`
 * - `settle`: settles what the request carries, then answers as `answer` says: `deliver` with the receipt,
 *   `no-receipt`, `wrong-receipt` (of a transaction that is not there), `cut` (no answer at all), or a status
 * - `claim`: delivers with a receipt that says success, but settles nothing
 * - `refuse`: 402 with a receipt that says failure, and settles nothing
 * - `cut`: ends the connection and settles nothing
 * - `redirect`: sends elsewhere
 * - `raw`: answers with exactly this
 */
export type ScriptedAnswer = {
  delayMs?: number
  /** what is waited for before anything is settled, and before the answer leaves */
  waits?: { toSettle?: Promise<void>; toAnswer?: Promise<void> }
} & (
  | { do: 'normal' }
  | { do: 'quote'; terms?: Partial<Terms> }
  | { do: 'settle'; answer: 'deliver' | 'no-receipt' | 'wrong-receipt' | 'cut' | number }
  | { do: 'claim' }
  | { do: 'refuse'; reason?: string }
  | { do: 'cut' }
  | { do: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location: string }
  | { do: 'raw'; status: number; headers?: Record<string, string>; body?: string }
)

/** A merchant that answers as a test says. */
export interface ScriptedMerchant extends Running {
  /** Queues answers; each request takes one. An empty queue means `otherwise`. */
  script(...answers: ScriptedAnswer[]): void
  /** What is answered when the queue is empty; `normal` at the start. */
  otherwise(answer: ScriptedAnswer): void
  /** Every request since the last reset, oldest first. Those for `/page` are not in it. */
  log(): SeenRequest[]
  /** Empties queue and log, and goes back to normal answers and the first terms. */
  reset(): void
}

/** Price of everything that this merchant sells until a script changes it, in atomic USDC. */
export const scriptedAmount = 10_000n

/** A transaction that no chain has. */
export const madeUpTransaction: Hex = `0x${'d'.repeat(64)}`

/**
 * Starts it. Every path and method is scripted, but for `/page`: a page whose buttons ask for `/item`. Any
 * origin may call it and read all of its headers. Who accepts HTML is answered with HTML, anyone else with JSON.
 */
export async function startScripted(input: MerchantInput): Promise<ScriptedMerchant> {
  const { facilitatorUrl, payTo, recorder } = input
  const first: Terms = { amount: scriptedAmount.toString(), payTo, description: 'A scripted answer' }
  const queue: ScriptedAnswer[] = []
  let standing: ScriptedAnswer = { do: 'normal' }
  let terms = first
  let quoted: Terms[] = [first]
  /** the last request before the log was emptied; what was forgotten meanwhile is in no log */
  let before: SeenRequest | undefined
  const seen = () => recorder.seen({ merchant: 'scripted' }).requests

  const settleWhatCame = async (
    payment: PaymentPayload,
    { waits }: ScriptedAnswer,
  ): Promise<SettleResponse> => {
    const accepted = quoted.find((t) => sameTerms(t, payment)) ?? terms
    await waits?.toSettle
    const settled = await settle(facilitatorUrl, payment, accepted)
    await waits?.toAnswer
    return settled
  }

  const answer = async (req: Request, res: Response, step: ScriptedAnswer): Promise<void> => {
    const payment = paymentOf(req)
    if (step.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, step.delayMs))
    switch (step.do) {
      case 'normal': {
        if (!payment) return body(quote(req, res, terms), req)
        const settled = await settleWhatCame(payment, step)
        receipt(res, settled)
        return body(settled.success ? res : quote(req, res, terms, settled.errorReason), req)
      }
      case 'quote':
        terms = { ...terms, ...step.terms }
        quoted.push(terms)
        return body(quote(req, res, terms), req)
      case 'settle': {
        if (!payment) return body(quote(req, res, terms), req)
        const settled = await settleWhatCame(payment, step)
        if (step.answer === 'cut') return cut(res)
        if (step.answer === 'wrong-receipt') receipt(res, { ...settled, transaction: madeUpTransaction })
        else if (step.answer !== 'no-receipt') receipt(res, settled)
        if (typeof step.answer === 'number') res.status(step.answer)
        return body(res, req)
      }
      case 'claim':
        receipt(res, { success: true, transaction: madeUpTransaction, network: 'eip155:84532' })
        return body(res, req)
      case 'refuse': {
        const errorReason = step.reason ?? 'invalid_exact_evm_signature'
        receipt(res, { success: false, errorReason, transaction: '', network: 'eip155:84532' })
        return body(quote(req, res, terms, errorReason), req)
      }
      case 'cut':
        return cut(res)
      case 'redirect':
        res.redirect(step.status, step.location)
        return
      case 'raw':
        res
          .status(step.status)
          .set(step.headers ?? {})
          .send(step.body ?? '')
    }
  }

  const app = express()
  app.get('/page', (_req, res) => {
    res.type('html').send(scriptedPage())
  })
  app.use(recorder.middleware('scripted'))
  app.use(open)
  app.use(async (req, res) => answer(req, res, queue.shift() ?? standing))

  return {
    ...(await listen(app)),
    script: (...answers) => {
      queue.push(...answers)
    },
    otherwise: (step) => {
      standing = step
    },
    log: () => seen().slice(before === undefined ? 0 : seen().indexOf(before) + 1),
    reset: () => {
      queue.length = 0
      standing = { do: 'normal' }
      terms = first
      quoted = [first]
      before = seen().at(-1)
    },
  }
}

/** A payment is held to the terms that its payer accepted, if this merchant ever quoted them. */
function sameTerms(terms: Terms, payment: PaymentPayload): boolean {
  return terms.amount === payment.accepted.amount && terms.payTo === payment.accepted.payTo
}

function cut(res: Response): void {
  res.socket?.destroy()
}

function body(res: Response, req: Request): void {
  const text = res.statusCode < 300 ? 'Delivered' : `Answered ${res.statusCode}`
  if ((req.get('accept') ?? '').includes('text/html')) {
    res.type('html').send(page(text, `<h1 id="answer">${text}</h1>`))
    return
  }
  res.json({ answer: text, path: req.path, received: req.body ?? null })
}

const open: RequestHandler = (req, res, next) => {
  res.set({
    'access-control-allow-origin': req.get('origin') ?? '*',
    'access-control-expose-headers': 'payment-required, payment-response',
    vary: 'origin',
  })
  if (req.method !== 'OPTIONS') {
    next()
    return
  }
  const asked = req.get('access-control-request-headers') ?? ''
  res.set({ 'access-control-allow-headers': asked, 'access-control-allow-methods': '*' }).status(204).end()
}

function scriptedPage(): string {
  return trialPage('A scripted merchant', 'It answers as the test says.', [
    { id: 'fetch-get', label: 'fetch GET', run: `return show(await fetch('/item'))` },
    {
      id: 'fetch-post',
      label: 'fetch POST',
      run: `return show(await fetch('/item', { method: 'POST', body: 'one' }))`,
    },
    { id: 'xhr-get', label: 'XHR GET', run: `return viaXhr('GET', '/item')` },
  ])
}
