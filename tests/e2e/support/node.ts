import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** What a node says in place of the truth; `ask` asks the real one. */
export type Lie = (call: Call, ask: (params: readonly unknown[]) => Promise<unknown>) => Promise<unknown>

/** A node between the wallet and the chain, which does what a test wants. */
export type Node = {
  readonly url: string
  /** calls that came since the node began to do what it does now */
  calls(): number
  /** answers as the real one does */
  honest(): void
  /** ends every connection */
  down(): void
  /** takes calls, and answers none of them until it does something else */
  silent(): void
  lies(lie: Lie): void
  stop(): Promise<void>
}

/** A node that stands still in the first blocks of its chain, and is honest about them. */
export const STANDS_STILL: Lie = ({ method, params }, ask) =>
  method === 'eth_getBlockByNumber' || method === 'eth_call'
    ? ask(method === 'eth_call' ? [params[0], '0x1'] : ['0x1', false])
    : ask(params)

/** A node of another chain. */
export const ANOTHER_CHAIN: Lie = async ({ method, params }, ask) =>
  method === 'eth_chainId' ? '0x1' : await ask(params)

/** A node by which every transfer went to somebody else. */
export const TO_SOMEBODY_ELSE: Lie = async ({ method, params }, ask) => {
  const truth = await ask(params)
  if (method !== 'eth_getTransactionReceipt' && method !== 'eth_getLogs') return truth
  const elsewhere = `0x${'0'.repeat(24)}${'7'.repeat(40)}`
  return JSON.parse(JSON.stringify(truth), (key, value: unknown) =>
    key === 'topics' && Array.isArray(value) && value[0] === TRANSFER
      ? [value[0], value[1], elsewhere]
      : value,
  )
}

/** Topic of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Starts a node in front of the real one, on a free port of the loopback interface. */
export async function startNode(rpcUrl: string): Promise<Node> {
  let lie: Lie | null = null
  let state: 'up' | 'down' | 'silent' = 'up'
  let calls = 0
  const ask = async (
    call: Call,
    params: readonly unknown[],
  ): Promise<{ result?: unknown; error?: unknown }> => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...call, params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()) as { result?: unknown }
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await textOf(request)) as Call | readonly Call[]
    calls++
    if (state === 'down') return void request.socket.destroy()
    if (state === 'silent') return
    const answer = async (call: Call) => {
      const told = lie
      const truth = async (params: readonly unknown[]) => (await ask(call, params)).result
      const said = told === null ? await ask(call, call.params) : { result: await told(call, truth) }
      return {
        jsonrpc: '2.0',
        id: call.id,
        ...('error' in said ? { error: said.error } : { result: said.result }),
      }
    }
    const answers = Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked as Call)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const does = (what: typeof state, told: Lie | null = null) => {
    ;[state, lie, calls] = [what, told, 0]
    server.closeIdleConnections()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    honest: () => does('up'),
    down: () => does('down'),
    silent: () => does('silent'),
    lies: (told) => does('up', told),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
