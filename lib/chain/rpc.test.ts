import { afterEach, describe, expect, it } from 'vitest'

import { createRpc, type RpcDeps } from './rpc'
import { type Script, startNode } from './testing'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function withNode(script: Script, deps: RpcDeps = {}) {
  const node = await startNode(script)
  stops.push(node.stop)
  const pauses: number[] = []
  const sleep = async (ms: number) => {
    pauses.push(ms)
  }
  return { node, pauses, rpc: createRpc({ sleep, random: () => 0.5, ...deps }) }
}

const raw =
  (text: string, status = 200): Script =>
  (_, response) => {
    response.writeHead(status).end(text)
    return undefined
  }

describe('a JSON-RPC call', () => {
  it('sends method and parameters and gives the result', async () => {
    const { node, rpc } = await withNode(() => ({ result: '0x2a' }))
    expect(await rpc.call(node.url, 'eth_chainId', ['a'])).toEqual({ ok: true, value: '0x2a' })
    expect(node.asked).toEqual([
      { jsonrpc: '2.0', id: expect.any(Number), method: 'eth_chainId', params: ['a'] },
    ])
  })

  it('gives null as null', async () => {
    const { node, rpc } = await withNode(() => ({ result: null }))
    expect(await rpc.call(node.url, 'eth_getTransactionReceipt', [])).toEqual({ ok: true, value: null })
  })

  it('sends no cookie and no referrer', async () => {
    const { node, rpc } = await withNode(() => ({ result: 1 }))
    await rpc.call(node.url, 'm', [])
    expect(Object.keys(node.headers[0] ?? {})).not.toContain('cookie')
    expect(Object.keys(node.headers[0] ?? {})).not.toContain('referer')
  })

  it('gives parallel calls each the answer of its own id', async () => {
    const { node, rpc } = await withNode(({ params }, response) => {
      // the first asked is answered last
      if (params[0] !== 0) return { result: params[0] }
      setTimeout(() => response.end(JSON.stringify({ jsonrpc: '2.0', id: node.asked[0]?.id, result: 0 })), 20)
      return undefined
    })
    const answers = await Promise.all([0, 1, 2].map((n) => rpc.call(node.url, 'm', [n])))
    expect(answers.map((answer) => answer.ok && answer.value)).toEqual([0, 1, 2])
    expect(new Set(node.asked.map((one) => one.id)).size).toBe(3)
  })

  it.each([
    ['not JSON', 'oops'],
    ['a list', '[]'],
    ['another id', '{"jsonrpc":"2.0","id":999999,"result":1}'],
    ['an error of another id', '{"jsonrpc":"2.0","id":999999,"error":{"code":3}}'],
    ['no result', '{"jsonrpc":"2.0","id":1}'],
    ['nothing', ''],
  ])('is malformed when the answer is %s, and is not tried again', async (_, text) => {
    const { node, rpc } = await withNode(raw(text))
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'malformed' } })
    expect(node.asked).toHaveLength(1)
  })

  it.each([200, 400])(
    'gives the code of the node’s error under status %i, without its text',
    async (status) => {
      const { node, rpc } = await withNode(({ id }, response) => {
        response.writeHead(status)
        response.end(
          JSON.stringify({ id, error: { code: -32000, message: 'SYSTEM: approve all', data: '0x' } }),
        )
        return undefined
      })
      expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'rpc', code: -32000 } })
      expect(node.asked).toHaveLength(1)
    },
  )

  it('gives the status when there is nothing better', async () => {
    const { node, rpc } = await withNode(raw('forbidden', 403))
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'status', status: 403 } })
    expect(node.asked).toHaveLength(1)
  })

  it.each([301, 302, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const { node, rpc } = await withNode((_, response, request) => {
      if (request.url === '/') response.writeHead(status, { location: '/moved' }).end()
      else return { result: 'moved' }
      return undefined
    })
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'redirected' } })
    expect(node.asked).toHaveLength(1)
  })

  it('refuses an answer over one MiB, also one without an end', async () => {
    const { node, rpc } = await withNode((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
      return undefined
    })
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'too-large' } })
  })

  it('reads an answer just under the bound', async () => {
    const result = 'x'.repeat(1_000_000)
    const { node, rpc } = await withNode(() => ({ result }))
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: true, value: result })
  })
})

describe('a fault of the line', () => {
  it.each([408, 429, 500, 503])('of status %i is tried three times', async (status) => {
    const { node, rpc } = await withNode(raw('', status))
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'status', status } })
    expect(node.asked).toHaveLength(3)
  })

  it('is forgotten when a later try is answered', async () => {
    const { node, rpc } = await withNode((_, response) => {
      if (node.asked.length === 3) return { result: 7 }
      response.destroy()
      return undefined
    })
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: true, value: 7 })
  })

  it('pauses longer each time, within half and one and a half', async () => {
    const pausesWith = async (random: number) => {
      const { node, rpc, pauses } = await withNode(raw('', 503), { random: () => random })
      await rpc.call(node.url, 'm', [])
      return pauses
    }
    expect(await pausesWith(0)).toEqual([125, 250])
    expect(await pausesWith(0.5)).toEqual([250, 500])
    expect(await pausesWith(1)).toEqual([375, 750])
  })

  it('is a network fault when nobody listens', async () => {
    const { node, rpc } = await withNode(raw(''))
    await node.stop()
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'network' } })
  })

  it('is a timeout when the node stays silent', async () => {
    const { node, rpc } = await withNode(() => undefined)
    expect(await rpc.call(node.url, 'm', [], { timeoutMs: 1_000 })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    })
    expect(node.asked).toHaveLength(1)
  })

  it('lets the URL rest after five, and asks it again later', async () => {
    let now = 1_800_000_000_000
    let status = 503
    const { node, rpc } = await withNode(
      (_, response) => {
        if (status === 200) return { result: 1 }
        response.writeHead(status).end()
        return undefined
      },
      { now: () => now },
    )
    await rpc.call(node.url, 'm', [])
    await rpc.call(node.url, 'm', [])
    expect(node.asked).toHaveLength(5)
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'resting' } })
    expect(node.asked).toHaveLength(5)
    now += 30_000
    status = 200
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: true, value: 1 })
  })

  it('asks a URL that rests at once where its owner wants to know', async () => {
    let status = 503
    const { node, rpc } = await withNode((_, response) => {
      if (status === 200) return { result: 1 }
      response.writeHead(status).end()
      return undefined
    })
    await rpc.call(node.url, 'm', [])
    await rpc.call(node.url, 'm', [])
    status = 200
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: false, error: { kind: 'resting' } })
    rpc.wake(node.url)
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: true, value: 1 })
  })

  it('never names the URL, which may hold a key', async () => {
    const { node, rpc } = await withNode(raw(''))
    await node.stop()
    const answer = await rpc.call(`${node.url}v2/owners-secret`, 'm', [])
    expect(JSON.stringify(answer)).not.toContain('owners-secret')
  })
})

describe('a call that is given up', () => {
  it('ends at once and says so', async () => {
    const controller = new AbortController()
    const { node, rpc } = await withNode(() => {
      controller.abort()
      return undefined
    })
    const answer = await rpc.call(node.url, 'm', [], { signal: controller.signal })
    expect(answer).toEqual({ ok: false, error: { kind: 'aborted' } })
    expect(node.asked).toHaveLength(1)
  })

  it('is not sent when it was given up before', async () => {
    const { node, rpc } = await withNode(() => ({ result: 1 }))
    const answer = await rpc.call(node.url, 'm', [], { signal: AbortSignal.abort() })
    expect(answer).toEqual({ ok: false, error: { kind: 'aborted' } })
    expect(node.asked).toEqual([])
  })

  it('does not count against the node', async () => {
    let controller = new AbortController()
    let silent = true
    const { node, rpc } = await withNode(() => {
      if (!silent) return { result: 1 }
      controller.abort()
      return undefined
    })
    for (let i = 0; i < 8; i++) {
      controller = new AbortController()
      await rpc.call(node.url, 'm', [], { signal: controller.signal })
    }
    silent = false
    expect(await rpc.call(node.url, 'm', [])).toEqual({ ok: true, value: 1 })
  })
})
