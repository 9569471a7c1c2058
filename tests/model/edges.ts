import { hashTypedData } from 'viem'

import { NETWORKS } from '@/lib/chain/networks'
import type { FakeChain, Signature } from './chain'
import type { Life } from './life'

/** What stands around the worker and outlives it. */
export type Edges = {
  life: Life
  readonly chain: FakeChain
  readonly session: Map<string, unknown>
  readonly rules: Map<number, unknown>
  readonly tabs: ReadonlyMap<number, string>
  /** turns of the event loop until a node answers, and until the key has signed */
  readonly pace: { node: number; key: number }
  /** told before the key signs */
  readonly signing: (what: Signature) => Promise<void>
  /** told what the key signed */
  readonly signed: (what: Signature, signature: string) => void
}

const SLOT = Symbol.for('countersign.model.edges')
const holder = globalThis as { [SLOT]?: Edges }

/** The owner's own node of a chain. */
export const nodeOf = (chainId: number): string => `http://127.0.0.1:8545/${chainId}`

/** Makes these the edges of every module that is loaded from now on. */
export function install(edges: Edges): void {
  holder[SLOT] = edges
}

/** The edges in use. Kept on the global object, since modules are loaded anew for each life. */
export function current(): Edges {
  const edges = holder[SLOT]
  if (edges === undefined) throw new Error('no model is running')
  return edges
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

const edge = <T>(act: (edges: Edges) => T, name = ''): Promise<T> => {
  const edges = current()
  return edges.life.edge(() => act(edges), name)
}

type Rules = { readonly addRules?: readonly { id: number }[]; readonly removeRuleIds?: readonly number[] }
const nothing = () => edge(() => undefined)

/** The browser as far as the payments use it. */
export const browser = {
  action: { setBadgeText: nothing, setIcon: nothing },
  alarms: { get: nothing, create: nothing, onAlarm: { addListener: () => undefined } },
  runtime: { getURL: (path: string) => `chrome-extension://model${path}` },
  windows: {
    update: (id: number) => edge(() => ({ id })),
    create: () => edge(() => ({ id: 1 }), 'window'),
  },
  tabs: {
    get: (id: number) => edge(({ tabs }) => ({ id, url: tabs.get(id) ?? '' })),
    reload: () => edge(() => undefined, 'reload'),
  },
  scripting: { executeScript: () => edge(() => undefined, 'reload') },
  webRequest: { onSendHeaders: { addListener: () => undefined, removeListener: () => undefined } },
  storage: {
    session: {
      get: (keys: string | readonly string[]) =>
        edge(({ session }) =>
          Object.fromEntries(
            [keys].flat().flatMap((key) => (session.has(key) ? [[key, session.get(key)]] : [])),
          ),
        ),
      set: (values: Readonly<Record<string, unknown>>) =>
        edge(({ session }) => {
          for (const [key, value] of Object.entries(values)) session.set(key, value)
        }),
      remove: (keys: string | readonly string[]) =>
        edge(({ session }) => {
          for (const key of [keys].flat()) session.delete(key)
        }),
    },
  },
  declarativeNetRequest: {
    getSessionRules: () => edge(({ rules }) => [...rules.keys()].map((id) => ({ id }))),
    updateSessionRules: ({ addRules = [], removeRuleIds = [] }: Rules) =>
      edge(
        ({ rules }) => {
          for (const id of removeRuleIds) rules.delete(id)
          for (const rule of addRules) rules.set(rule.id, rule)
        },
        addRules.length > 0 ? 'rule' : '',
      ),
  },
}

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** The suffix rules of the extension's own file, and the nodes of all chains. */
export async function fetchEdge(input: unknown, init?: { readonly body?: unknown }): Promise<unknown> {
  const url = String(input)
  return await edge(
    async ({ chain, pace }) => {
      if (url.startsWith('chrome-extension:')) return { text: async () => 'example\ntest\n' }
      await turns(pace.node)
      const network = NETWORKS.find((n) => n.rpcUrl === url || nodeOf(n.chainId) === url)
      if (network === undefined || !chain.up) throw new TypeError('no connection')
      const asked = JSON.parse(String(init?.body)) as Asked | readonly Asked[]
      const answer = ({ id, method, params }: Asked) => {
        const truth = chain.answer(network.chainId, method, params)
        return { jsonrpc: '2.0', id, result: chain.lie === null ? truth : chain.lie(method, truth) }
      }
      const text = JSON.stringify('id' in asked ? answer(asked) : asked.map(answer))
      const chunks = [new TextEncoder().encode(text)]
      const read = async () => ({ done: chunks.length === 0, value: chunks.shift() })
      return {
        status: 200,
        ok: true,
        type: 'basic',
        body: { getReader: () => ({ read, cancel: nothing }), cancel: nothing },
      }
    },
    url.startsWith('chrome-extension:') ? '' : 'node',
  )
}

type Signer = Pick<typeof import('@/lib/schemes/evm/sign'), 'signReserved' | 'typedDataOf'>

/** Puts the model before and after the key: what is signed is known, and known first. */
export function watchKey({ typedDataOf, signReserved }: Signer): typeof signReserved {
  return async (reserved, key) => {
    const typed = typedDataOf(reserved)
    if (!typed.ok) return await signReserved(reserved, key)
    const { signing, signed, life, pace } = current()
    const { domain, message } = typed.value
    const what: Signature = {
      ...message,
      validAfter: Number(message.validAfter),
      validBefore: Number(message.validBefore),
      chainId: domain.chainId,
      asset: domain.verifyingContract,
    }
    await life.edge(async () => {
      await signing(what)
      await turns(pace.key)
    }, 'key')
    const made = await signReserved(reserved, key)
    if (!made.ok) return made
    // The published client library's word on what was signed.
    if (made.value.digest !== hashTypedData(typed.value)) throw new Error('another digest was signed')
    signed(what, made.value.signature)
    return await life.edge(() => made)
  }
}
