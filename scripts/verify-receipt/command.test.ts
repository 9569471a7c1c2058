import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { startNode } from '@/lib/chain/testing'
import { canonicalJson } from '@/lib/core/json/canonical'
import { receiptDigest } from '@/lib/ledger/receipt-digest'
import { ACCOUNT, NOW, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { fileDigest, type ReceiptContent, type ReceiptFile } from '@/lib/receipt/format'
import { receiptFileOf } from '@/lib/receipt/make'
import { keptPayment, SETTLED_BY, type Story } from '@/lib/receipt/testing'
import { runVerify, verify } from './command'

async function fileOf(story: Story = {}): Promise<string> {
  const text = receiptFileOf(await keptPayment(story), NOW + 60_000)
  if (text === null) throw new Error('no receipt')
  return text
}

const parsed = (text: string) => JSON.parse(text) as ReceiptFile

/** What somebody would write who changes a file and its digest. */
function rewritten(file: ReceiptFile): string {
  const { digest: _, ...content } = file
  const fresh: ReceiptContent = content
  return `${JSON.stringify({ ...fresh, digest: fileDigest(fresh) }, null, 2)}\n`
}

const wrongOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith('WRONG'))

describe('the receipt of a settled payment', () => {
  it('holds, in every check', async () => {
    const { lines, problem, code } = await verify(await fileOf(), null)
    expect({ wrong: wrongOf(lines), problem, code }).toEqual({ wrong: [], problem: null, code: 0 })
    for (const what of [
      'file: digest',
      'receipt 7: digest',
      'receipt 8: digest',
      'receipt 8: the one before it',
      'receipts: one payment',
      'quote: digest',
      'envelope: digest',
      'envelope: this payment',
      'envelope: an offer of the quote',
      'nonce: made from the envelope',
      'signed data: digest',
      'signed data: this payment',
      'signature: by the payer',
      'payload: digest',
      'payload: carries the signature',
    ])
      expect(lines.some((line) => line.startsWith(`ok    ${what}`))).toBe(true)
  })

  it('says everything that a purchase was (case-084)', async () => {
    const { receipts, envelope, quote, payload, signature } = parsed(await fileOf())
    const said: unknown = JSON.parse(receipts[0]?.body ?? '')
    expect(said).toMatchObject({
      form: 2,
      method: 'GET',
      url: 'https://news.example/one',
      quoteDigest: expect.stringMatching(/^0x/) as string,
      envelopeDigest: expect.stringMatching(/^0x/) as string,
      payloadDigest: expect.stringMatching(/^0x/) as string,
      nonce: expect.stringMatching(/^0x/) as string,
      transaction: SETTLED_BY,
      claimedTransaction: SETTLED_BY,
      claim: 'unchecked',
      responseDigest: null,
      approval: null,
      decision: 'HOLD_APPROVAL_REQUIRED',
    })
    expect([envelope, quote, payload, signature]).not.toContain(null)
  })

  it('leaves open which receipts of other payments stand between', async () => {
    const { lines, code } = await verify(await fileOf({ between: 3 }), null)
    expect(code).toBe(0)
    expect(lines.find((line) => line.includes('receipt 11: the one before it'))).toMatch(
      /^open .*another payment/,
    )
  })
})

describe('a receipt of a payment that the chain has not decided yet', () => {
  it('gives nothing away that could be used to take the money', async () => {
    const kept = await keptPayment({ proof: null })
    const text = receiptFileOf(kept, NOW) ?? ''
    const header = kept.authorization.header?.value ?? 'none'
    const signature = (await keptPayment()).authorization.header
    const payment = JSON.parse(Buffer.from(signature?.value ?? '', 'base64').toString()) as {
      payload: { signature: string }
    }
    expect(text).not.toContain(header.slice(0, 200))
    expect(text).not.toContain(payment.payload.signature.slice(2, 60))
    const { lines, code } = await verify(text, null)
    expect(code).toBe(0)
    expect(lines.filter((line) => line.startsWith('open ')).join()).toMatch(/signature: not in the file/)
  })

  it('has them once it is released', async () => {
    const { payload, signature } = parsed(await fileOf({ proof: 'released' }))
    expect([payload, signature]).not.toContain(null)
  })
})

describe('a file that was changed', () => {
  it('fails, whichever byte it is (property)', async () => {
    const text = await fileOf()
    const bytes = Buffer.from(text)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, by) => {
        const changed = Buffer.from(bytes)
        changed[place] = (changed[place] ?? 0) ^ by
        const { code } = await verify(changed.toString(), null)
        expect(code).toBe(1)
      }),
      { numRuns: 400 },
    )
  })

  it('fails with a byte more or less at its end', async () => {
    const text = await fileOf()
    for (const other of [`${text}\n`, text.slice(0, -1), `\uFEFF${text}`, text.replace('{\n', '{ \n')])
      expect((await verify(other, null)).code).toBe(1)
  })

  const edits: Readonly<Record<string, (file: ReceiptFile) => ReceiptFile>> = {
    'another quote': (file) => ({
      ...file,
      quote: file.quote && { ...file.quote, raw: file.quote.raw.replace('10000', '99999') },
    }),
    'no quote': (file) => ({ ...file, quote: null }),
    'no envelope': (file) => ({ ...file, envelope: null }),
    'another envelope': (file) => ({
      ...file,
      envelope: { ...(file.envelope as object), asker: 'https://other.example' },
    }),
    'other typed data': (file) => ({
      ...file,
      typedData: JSON.parse(JSON.stringify(file.typedData).replace('"10000"', '"90000"')) as unknown,
    }),
    'no typed data': (file) => ({ ...file, typedData: null }),
    'another signature': (file) => ({
      ...file,
      signature: (file.signature ?? '').replace(/..$/, '1b').replace(/^0x./, '0x0'),
    }),
    'no signature': (file) => ({ ...file, signature: null }),
    'another payload': (file) => ({
      ...file,
      payload: file.payload && { ...file.payload, value: `${file.payload.value}=` },
    }),
    'no payload': (file) => ({ ...file, payload: null }),
    'another order': (file) => ({ ...file, receipts: file.receipts.toReversed() }),
    'another receipt before': (file) => ({
      ...file,
      receipts: file.receipts.map((row) => ({ ...row, previous: `0x${'1'.repeat(64)}` })),
    }),
    'an attestation from nowhere': (file) => ({
      ...file,
      attestations: [{ of: 'receipt', format: 'jws', signer: PAYEE, verdict: 'valid', notes: [], raw: '{}' }],
    }),
  }

  it.each(Object.keys(edits))('fails with %s, though its own digest was made anew', async (name) => {
    const file = parsed(await fileOf())
    const { lines, code } = await verify(rewritten(edits[name]?.(file) ?? file), null)
    expect(code).toBe(1)
    expect(wrongOf(lines)).not.toEqual([])
  })

  it.each([
    ['url', 'https://news.example/two'],
    ['asker', 'https://other.example'],
    ['method', 'POST'],
    ['amount', '9000'],
    ['payTo', ACCOUNT],
    ['from', PAYEE],
    ['asset', PAYEE],
    ['network', 'eip155:8453'],
    ['nonce', `0x${'2'.repeat(64)}`],
    ['nonceSalt', `0x${'2'.repeat(64)}`],
    ['validBefore', NOW],
    ['validAfter', 1],
    ['intent', 'another'],
    ['envelopeDigest', `0x${'2'.repeat(64)}`],
    ['quoteDigest', `0x${'2'.repeat(64)}`],
    ['typedDataDigest', `0x${'2'.repeat(64)}`],
    ['payloadDigest', `0x${'2'.repeat(64)}`],
  ])('fails where its receipts say another %s and every digest was made anew', async (name, value) => {
    const file = parsed(await fileOf())
    let before = file.receipts[0]?.previous ?? ''
    const receipts = file.receipts.map((row) => {
      const body = canonicalJson({ ...(JSON.parse(row.body) as object), [name]: value })
      const digest = receiptDigest(before, body)
      const forged = { ...row, body, previous: before, digest }
      before = digest
      return forged
    })
    const { lines, code } = await verify(rewritten({ ...file, receipts }), null)
    expect(code).toBe(1)
    expect(wrongOf(lines)).not.toEqual([])
  })
})

describe('what is no receipt', () => {
  it.each([
    ['', /no JSON/],
    ['{', /no JSON/],
    ['[]', /no receipt of Countersign/],
    ['{"format":"countersign-ledger","version":1}', /no receipt of Countersign/],
    ['{"format":"countersign-receipt","version":2}', /version 2/],
    ['{"format":"countersign-receipt","version":1,"exportedAt":"x","receipts":[]}', /receipts is missing/],
    ['{"format":"countersign-receipt","format":"countersign-receipt"}', /format/],
  ])('is told in one line: %s', async (text, problem) => {
    expect(await verify(text, null)).toMatchObject({
      lines: [],
      problem: expect.stringMatching(problem) as string,
      code: 1,
    })
  })

  it('is told where the command is used in another way, or the file is not there', async () => {
    for (const args of [
      [],
      ['--rpc', 'https://node.example'],
      ['a', 'b'],
      ['a', '--rpc', 'node'],
      ['a', '--rpc'],
      ['/nowhere/at-all.json'],
    ])
      expect((await runVerify(args)).code).toBe(2)
  })

  it('reads a file by its name', async () => {
    const name = join(mkdtempSync(join(tmpdir(), 'receipt-')), 'one.json')
    writeFileSync(name, await fileOf())
    expect(await runVerify([name])).toMatchObject({ problem: null, code: 0 })
  })

  it('shows no control character of a file on the terminal', async () => {
    const file = parsed(await fileOf())
    const signed = { ...file, signature: null, attestations: [], typedData: { primaryType: '\u001b[2J' } }
    const { lines } = await verify(rewritten(signed), null)
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
  })
})

describe('on a chain', () => {
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
  })

  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

  type Mined = { status?: string; value?: bigint; nonce?: string; payTo?: string; block?: string }

  /** A node that knows one transaction, or none, of a chain with this id. */
  async function node(mined: Mined | null, chainId = '0x14a34') {
    const { authorization } = await keptPayment()
    const started = await startNode(({ method }) => {
      if (method === 'eth_chainId') return { result: chainId }
      if (method !== 'eth_getTransactionReceipt' || mined === null) return { result: null }
      const { status = '0x1', value = 10_000n, payTo = PAYEE, block = '0x4d2' } = mined
      const log = (topics: readonly string[], data: string) => ({ address: USDC, topics, data })
      const logs = [
        log([USED, topic(ACCOUNT), mined.nonce ?? authorization.nonce], '0x'),
        log([TRANSFER, topic(ACCOUNT), topic(payTo)], `0x${value.toString(16).padStart(64, '0')}`),
      ]
      return {
        result: {
          transactionHash: SETTLED_BY,
          status,
          blockNumber: block,
          logs: status === '0x1' ? logs : [],
        },
      }
    })
    nodes.push(started)
    return started.url
  }

  it('holds where the transaction is there and moved this amount by this nonce', async () => {
    const { lines, code } = await verify(await fileOf(), await node({}))
    expect({ wrong: wrongOf(lines), code }).toEqual({ wrong: [], code: 0 })
    expect(lines.filter((line) => line.startsWith('ok    on chain'))).toHaveLength(6)
  })

  it.each([
    ['the transaction is not there (atk-069)', null],
    ['it failed', { status: '0x0' }],
    ['it moved another amount', { value: 9_999n }],
    ['it paid another payee', { payTo: ACCOUNT }],
    ['it used another nonce', { nonce: `0x${'3'.repeat(64)}` }],
    ['it stands in another block', { block: '0x1' }],
  ])('fails where %s', async (_, mined) => {
    const { lines, code } = await verify(await fileOf(), await node(mined))
    expect(code).toBe(1)
    expect(wrongOf(lines).every((line) => line.includes('on chain'))).toBe(true)
  })

  it('fails where the node is of another chain, or does not answer', async () => {
    expect((await verify(await fileOf(), await node({}, '0x1'))).code).toBe(1)
  })

  it('fails where the server claims a transaction that moved something else, and nothing is proved', async () => {
    const text = await fileOf({ proof: null })
    expect((await verify(text, await node({}))).code).toBe(0)
    expect((await verify(text, await node({ nonce: `0x${'3'.repeat(64)}` }))).code).toBe(1)
  })
})
