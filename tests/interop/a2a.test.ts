import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CARD_PATH, onOrigin, readCard } from '@/lib/wire/a2a/card'
import { X402_V01 } from '@/lib/wire/a2a/extension'
import { artifactIn } from '@/lib/wire/a2a/message'
import { classifyA2a } from '@/lib/wire/a2a/outcome'
import { mergeReceipts } from '@/lib/wire/a2a/receipts'
import { nextStatus } from '@/lib/wire/a2a/status'
import { type Devnet, startDevnet } from '../devnet'
import { type A2aAgentName, a2aAmount, tideTable } from '../devnet/merchants/a2a'
import { npmTideTable } from '../devnet/merchants/a2a-npm'
import { declining, jsonMessage, paying, post, said, signQuote, talkTo, userMessage } from './a2a-payer'

let net: Devnet

beforeAll(async () => {
  net = await startDevnet()
}, 60_000)

afterAll(async () => {
  await net?.stop()
})

beforeEach(() => net.a2a.reset())

const wires = ['0.3', '1.0'] as const
const peers = wires.flatMap((wire) =>
  (['v1', 'v2', 'cart', 'npm'] as const).map((agent): [typeof wire, A2aAgentName] => [wire, agent]),
)
const ours = peers.filter(([, agent]) => agent !== 'npm')

/** A task that was asked for, up to its quote. */
async function quoted(wire: '0.3' | '1.0', agent: A2aAgentName) {
  const talk = await talkTo(net.a2a.agents[agent], wire)
  const answer = await talk.send(userMessage('A tide table, please'), X402_V01)
  return { talk, of: said(answer) }
}

/** What the payee gained while something happened. */
async function gained(happening: () => Promise<unknown>): Promise<bigint> {
  const before = await net.balanceOf(net.accounts.payee.address)
  await happening()
  return (await net.balanceOf(net.accounts.payee.address)) - before
}

describe.each(peers)('over A2A %s, the agent %s', (wire, agent) => {
  it('is asked, quotes, is paid, and the money moves once', async () => {
    const { talk, of } = await quoted(wire, agent)
    expect(of).toMatchObject({ wire: '1.0', objects: true, status: 'payment-required' })
    expect(of.quote?.version).toBe(agent === 'v2' ? 2 : 1)
    // The SDK's own objects and the JSON on the wire say the same.
    const json = said(talk.bodies.at(-1))
    expect(json).toMatchObject({ wire, objects: false, taskId: of.taskId, contextId: of.contextId })
    expect(json.quote).toEqual(of.quote)

    const message = await paying(of, net.accounts.payer)
    let answer: unknown
    const amount = await gained(async () => {
      answer = await talk.send(message, X402_V01)
    })
    expect(amount).toBe(a2aAmount)
    const paid = said(answer)
    expect(paid).toMatchObject({ status: 'payment-completed', taskId: of.taskId })
    expect(nextStatus('payment-submitted', paid.status)).toBe('legal')
    const { fresh, fault } = mergeReceipts([], paid.receipts)
    expect(fault).toBeNull()
    const [transfer] = (await net.transfersTo(net.accounts.payee.address)).slice(-1)
    expect(fresh).toMatchObject([{ success: true, transaction: transfer?.transactionHash }])
    expect(classifyA2a(answer)).toMatchObject({
      outcome: 'settled',
      transaction: transfer?.transactionHash,
    })
    expect(JSON.stringify(answer)).toContain(agent === 'npm' ? npmTideTable : tideTable)

    const [, heard] = net.a2a.heard()
    expect(heard).toMatchObject({
      wire,
      taskId: of.taskId,
      contextId: of.contextId,
      status: 'payment-submitted',
    })
    expect(heard?.extensions.message.length).toBe(1)
  })

  it('is paid and declined in plain JSON, by a page without an SDK', async () => {
    const url = net.a2a.agents[agent]
    const ask = async () => said(await post(url, wire, jsonMessage(wire, 'A tide table, please')))
    const of = await ask()
    expect(of).toMatchObject({ wire, objects: false, status: 'payment-required' })
    let answer: unknown
    const amount = await gained(async () => {
      answer = await post(url, wire, await paying(of, net.accounts.payer))
    })
    expect(amount).toBe(a2aAmount)
    expect(classifyA2a(answer).outcome).toBe('settled')
    await post(url, wire, declining(await ask()))
    expect(net.a2a.heard().map(({ status }) => status)).toEqual([
      undefined,
      'payment-submitted',
      undefined,
      'payment-rejected',
    ])
  })

  it('hears that its offers are declined, and gets nothing', async () => {
    const { talk, of } = await quoted(wire, agent)
    const amount = await gained(() => talk.send(declining(of), X402_V01))
    expect(amount).toBe(0n)
    const heard = net.a2a.heard().at(-1)
    expect(heard).toMatchObject({ taskId: of.taskId, status: 'payment-rejected' })
    expect(heard?.payment).toBeUndefined()
  })
})

describe.each(ours)('over A2A %s, the agent %s', (wire, agent) => {
  it('streams: verified, then completed, with the receipt in the last event', async () => {
    const talk = await talkTo(net.a2a.agents[agent], wire)
    const asking = await talk.stream(userMessage('A tide table, please'), X402_V01)
    const artifacts = asking.flatMap((event) => artifactIn(event) ?? [])
    const of = said(asking.at(-1), artifacts)
    expect(
      said(
        talk.bodies.at(-1),
        talk.bodies.flatMap((event) => artifactIn(event) ?? []),
      ).quote,
    ).toEqual(of.quote)
    expect(of.cart === null).toBe(agent !== 'cart')
    const message = await paying(of, net.accounts.payer)
    let events: unknown[] = []
    const amount = await gained(async () => {
      events = await talk.stream(message, X402_V01)
    })
    expect(amount).toBe(a2aAmount)
    const outcomes = events.map((event) => classifyA2a(event).outcome)
    expect(outcomes).toEqual(['unknown', 'in-flight', 'unknown', 'settled'])
  })

  it('asks again at a higher price instead of settling: a new quote, and nothing moved', async () => {
    const { talk, of } = await quoted(wire, agent)
    const message = await paying(of, net.accounts.payer)
    net.a2a.script({ do: 'quote', terms: { amount: '35000' } })
    let answer: unknown
    expect(
      await gained(async () => {
        answer = await talk.send(message, X402_V01)
      }),
    ).toBe(0n)
    const again = said(answer)
    expect(nextStatus('payment-submitted', again.status)).toBe('new-quote')
    expect(again.quote?.raw).toContain('"35000"')
    expect(again.quote?.raw).not.toBe(of.quote?.raw)
    expect(classifyA2a(answer)).toMatchObject({ outcome: 'refused' })
  })

  it('settles and loses its answer: the task tells later, and the same payment is not needed again', async () => {
    const { talk, of } = await quoted(wire, agent)
    const message = await paying(of, net.accounts.payer)
    net.a2a.script({ do: 'settle', answer: 'cut' })
    const amount = await gained(() => expect(talk.send(message, X402_V01)).rejects.toThrow())
    expect(amount).toBe(a2aAmount)
    expect(classifyA2a(null)).toEqual({ outcome: 'unknown' })
    expect(classifyA2a(await talk.getTask(of.taskId ?? '')).outcome).toBe('settled')
    // The task is over: an error of JSON-RPC, which proves nothing.
    await expect(talk.send(message, X402_V01)).rejects.toThrow()
    expect(classifyA2a(talk.bodies.at(-1)).outcome).toBe('unknown')
  })

  it('fails to settle, and is paid in the same task afterwards; every receipt is kept', async () => {
    const { talk, of } = await quoted(wire, agent)
    const message = await paying(of, net.accounts.payer)
    net.a2a.script({ do: 'fail', reason: 'no gas' }, { do: 'quote' }, { do: 'normal' })
    const failed = await talk.send(message, X402_V01)
    expect(classifyA2a(failed)).toEqual({ outcome: 'failed-live', reason: 'no gas' })
    const first = mergeReceipts([], said(failed).receipts)
    const asked = said(await talk.send({ ...userMessage('And now?'), taskId: of.taskId }, X402_V01))
    expect(nextStatus('payment-failed', asked.status)).toBe('new-quote')
    const answer = await talk.send(await paying(asked, net.accounts.payer), X402_V01)
    const all = mergeReceipts(first.receipts, said(answer).receipts)
    expect(all).toMatchObject({ fault: null, receipts: [{ success: false }, { success: true }] })
    expect(classifyA2a(answer, first.receipts).outcome).toBe('settled')
  })

  it('drops an earlier receipt: the list is flagged and keeps it (case-090)', async () => {
    const { talk, of } = await quoted(wire, agent)
    const message = await paying(of, net.accounts.payer)
    net.a2a.script({ do: 'fail' }, { do: 'settle', answer: 'last-receipt' })
    const { receipts } = mergeReceipts([], said(await talk.send(message, X402_V01)).receipts)
    const again = { ...message, messageId: crypto.randomUUID() }
    const answer = await talk.send(again, X402_V01)
    const all = mergeReceipts(receipts, said(answer).receipts)
    expect(all.fault).toBe('shrunk')
    expect(all.receipts.map(({ success }) => success)).toEqual([false, true])
  })

  it('has a card that declares the extension and lives on its origin', async () => {
    const url = net.a2a.agents[agent]
    const headers = wire === '1.0' ? { 'a2a-version': '1.0' } : {}
    const json = await (await fetch(`${url}${CARD_PATH}`, { headers })).json()
    const card = readCard(json)
    expect(card).toMatchObject({
      name: `Tide tables, ${agent}`,
      skills: ['Tide table'],
      x402: [{ version: agent === 'cart' ? '0.2' : '0.1', required: agent === 'v2' }],
    })
    expect(card && onOrigin(card, url)).toBe(true)
    expect(card && onOrigin(card, 'https://elsewhere.example')).toBe(false)
  })
})

describe('an agent that requires the extension', () => {
  it.each(wires)('turns away who does not name it, before its seller hears anything (%s)', async (wire) => {
    const talk = await talkTo(net.a2a.agents.v2, wire)
    await expect(talk.send(userMessage('A tide table, please'))).rejects.toThrow()
    expect(talk.bodies.at(-1)).toMatchObject({ error: { code: -32008 } })
    expect(net.a2a.heard()).toEqual([])
  })

  it.each(wires)('hears it under the header that its version of A2A has (%s)', async (wire) => {
    const { talk } = await quoted(wire, 'v2')
    const name = wire === '0.3' ? 'x-a2a-extensions' : 'a2a-extensions'
    expect(talk.sent.at(-1)?.get(name)).toBe(X402_V01)
    expect(net.a2a.heard().at(-1)?.extensions.header).toEqual([X402_V01])
  })
})

describe.each(wires)('over A2A %s, npm’s executor', (wire) => {
  it('that wants more than it quoted settles nothing, says so by a receipt, and quotes the new price afterwards', async () => {
    const { talk, of } = await quoted(wire, 'npm')
    const message = await paying(of, net.accounts.payer)
    net.a2a.script({ do: 'quote', terms: { amount: '35000' } })
    let answer: unknown
    expect(
      await gained(async () => {
        answer = await talk.send(message, X402_V01)
      }),
    ).toBe(0n)
    // Its word that a payment failed does not end the signature.
    expect(classifyA2a(answer).outcome).toBe('failed-live')
    const asked = said(await talk.send({ ...userMessage('And now?'), taskId: of.taskId }, X402_V01))
    expect(asked.quote?.raw).toContain('"35000"')
  })

  it('that settles and loses its answer tells of it later, by the task', async () => {
    const { talk, of } = await quoted(wire, 'npm')
    const message = await paying(of, net.accounts.payer)
    net.a2a.script({ do: 'settle', answer: 'cut' })
    const amount = await gained(() => expect(talk.send(message, X402_V01)).rejects.toThrow())
    expect(amount).toBe(a2aAmount)
    expect(classifyA2a(await talk.getTask(of.taskId ?? '')).outcome).toBe('settled')
  })
})

describe('a payment belongs to the task that asked for it (case-090)', () => {
  it.each(wires)('and its message names that task and no other (%s)', async (wire) => {
    const one = await quoted(wire, 'v1')
    const other = await quoted(wire, 'v1')
    const message = await paying(one.of, net.accounts.payer)
    expect(one.of.taskId).not.toBe(other.of.taskId)
    await one.talk.send(message, X402_V01)
    expect(net.a2a.heard().at(-1)).toMatchObject({ taskId: one.of.taskId, status: 'payment-submitted' })
    expect(said(await other.talk.getTask(other.of.taskId ?? '')).status).toBe('payment-required')
  })
})

describe('a cart', () => {
  it('is answered with a mandate, and its metadata with the status alone', async () => {
    const { of } = await quoted('0.3', 'cart')
    const payment = await signQuote(of, net.accounts.payer)
    const message = await paying(of, net.accounts.payer)
    expect(message.metadata).toEqual({ 'x402.payment.status': 'payment-submitted' })
    expect(JSON.stringify(message.parts)).toContain('ap2.mandates.PaymentMandate')
    expect(payment.x402Version).toBe(1)
  })
})
