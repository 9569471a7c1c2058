import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundle, Stage, TIMEOUT } from './harness'

vi.setConfig(TIMEOUT)
const stage = new Stage()
let script = ''
beforeAll(async () => {
  script = await bundle('bridge', 'carryMessages')
  await stage.open()
})
afterAll(() => stage.close())

/** A document with the bridge, whose extension answers by the body of `(message, runtime)`. */
const ask = async (answerer: string): Promise<unknown> => {
  const runtime = `globalThis.chrome = { runtime: { id: 'x', async sendMessage(message) { window.sent = message; ${answerer} } } };`
  const page = await stage.page(null, runtime + script, false)
  return page.evaluate(`new Promise((resolve) => {
    document.addEventListener('countersign:answer', (event) => resolve({ taken, sent, reply: JSON.parse(event.detail) }))
    const question = new CustomEvent('countersign:ask', { cancelable: true,
      detail: JSON.stringify({ id: '7', message: { type: 'await', paymentId: 'p' } }) })
    const taken = !document.dispatchEvent(question)
  })`)
}

describe('the bridge', () => {
  it('takes a question, adds what its own world knows, and brings back the answer', async () => {
    expect(await ask(`return { type: 'wait', paymentId: 'p' }`)).toEqual({
      taken: true,
      sent: {
        door: 'page',
        number: 1,
        message: { type: 'await', paymentId: 'p' },
        userActive: expect.any(Boolean),
        visible: true,
      },
      reply: { id: '7', answer: { type: 'wait', paymentId: 'p' } },
    })
  })

  it('answers null where nobody answered, and where the worker was killed', async () => {
    expect(await ask('return undefined')).toMatchObject({ reply: { answer: null } })
    expect(
      await ask(`throw new Error('The message port closed before a response was received.')`),
    ).toMatchObject({
      reply: { answer: null },
    })
  })

  it('asks again under its number what nobody answered, and gives every other question a new one', async () => {
    const runtime = `window.numbers = []; globalThis.chrome = { runtime: { id: 'x',
      async sendMessage({ number }) { numbers.push(number); return numbers.length > 3 ? { type: 'pass' } : null } } };`
    const page = await stage.page(null, runtime + script, false)
    const numbers = await page.evaluate(`(async () => {
      const ask = (paymentId) => new Promise((resolve) => {
        document.addEventListener('countersign:answer', resolve, { once: true })
        document.dispatchEvent(new CustomEvent('countersign:ask', { cancelable: true,
          detail: JSON.stringify({ id: String(Math.random()), message: { type: 'await', paymentId } }) }))
      })
      for (const paymentId of ['p', 'p', 'q', 'p', 'p', 'q']) await ask(paymentId)
      return numbers
    })()`)
    expect(numbers).toEqual([1, 1, 2, 1, 3, 2])
  })

  it('passes at once where the extension was replaced', async () => {
    expect(
      await ask(`delete chrome.runtime.id; throw new Error('Extension context invalidated.')`),
    ).toMatchObject({
      reply: { answer: { type: 'pass' } },
    })
  })

  it('hears no window message', async () => {
    const runtime = `window.count = 0; globalThis.chrome = { runtime: { id: 'x', async sendMessage() { count += 1; return null } } };`
    const page = await stage.page(null, runtime + script, false)
    await page.evaluate(`new Promise((resolve) => {
      postMessage({ id: '1', message: { type: 'await', paymentId: 'p' } }, '*')
      addEventListener('message', () => setTimeout(resolve))
    })`)
    expect(await page.evaluate('count')).toBe(0)
  })
})
