import express from 'express'
import { listen, type Running } from '../server'
import { fromBase64, type Landed, type SolanaLedger } from './ledger'

/** The genesis hash of devnet: what a node of that network answers. */
const GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

/** What a test does to the node. */
export interface NodeFaults {
  /** answers nothing but 503 */
  down: boolean
  /** the genesis hash that it names */
  genesis: string
  /** the oldest slot that it still has */
  oldest: number
  /** how many transactions a page has */
  page: number
  /** so many blocks are not finalized yet */
  unfinalized: number
}

/** A node's HTTP interface over one local network: what the published client, the facilitator and the wallet ask. */
export async function startSolanaRpc(
  ledger: SolanaLedger,
): Promise<Running & { faults: NodeFaults; asked: string[] }> {
  const faults: NodeFaults = { down: false, genesis: GENESIS, oldest: 0, page: 1_000, unfinalized: 0 }
  const asked: string[] = []
  const app = express()
  app.use(express.json({ limit: '1mb' }))
  app.post('/', (req, res) => {
    const { id, method, params = [] } = req.body as { id: unknown; method: string; params?: unknown[] }
    asked.push(method)
    if (faults.down) {
      res.status(503).end()
      return
    }
    const answer = METHODS[method]
    try {
      if (answer === undefined) throw new Error(`this node has no ${method}`)
      res.json({ jsonrpc: '2.0', id, result: answer(ledger, params, faults) })
    } catch (error) {
      res.json({ jsonrpc: '2.0', id, error: { code: -32002, message: String(error) } })
    }
  })
  const running = await listen(app)
  return { ...running, url: `${running.url}/`, faults, asked }
}

type Method = (ledger: SolanaLedger, params: readonly unknown[], faults: NodeFaults) => unknown

const withContext = (ledger: SolanaLedger, value: unknown) => ({
  context: { slot: ledger.slot, apiVersion: '2.0.0' },
  value,
})

function accountOf(ledger: SolanaLedger, of: unknown): unknown {
  const account = ledger.account(String(of))
  if (account === null) return null
  const { data, owner, executable, lamports } = account
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    owner,
    executable,
    lamports: Number(lamports),
    rentEpoch: 0,
    space: data.length,
  }
}

/** What is finalized, the newest first. */
const finalized = (ledger: SolanaLedger, { unfinalized }: NodeFaults): Landed[] =>
  ledger.landed.filter((one) => one.slot <= ledger.slot - unfinalized).reverse()

const METHODS: Readonly<Record<string, Method>> = {
  getGenesisHash: (_ledger, _params, { genesis }) => genesis,
  getLatestBlockhash: (ledger) => withContext(ledger, ledger.blockhash),
  getSlot: (ledger) => ledger.slot,
  getBlockHeight: (ledger) => ledger.height,
  getEpochInfo: (ledger, _params, { unfinalized }) => ({
    absoluteSlot: ledger.slot - unfinalized,
    blockHeight: ledger.height - unfinalized,
    epoch: 0,
    slotIndex: 0,
    slotsInEpoch: 432_000,
    transactionCount: ledger.landed.length,
  }),
  getFirstAvailableBlock: (_ledger, _params, { oldest }) => oldest,
  getAccountInfo: (ledger, [of]) => withContext(ledger, accountOf(ledger, of)),
  getMultipleAccounts: (ledger, [of]) =>
    withContext(
      ledger,
      (of as unknown[]).map((one) => accountOf(ledger, one)),
    ),
  simulateTransaction: (ledger, [wire]) => {
    const { err, logs } = ledger.simulate(fromBase64(String(wire)))
    return withContext(ledger, { err, logs, accounts: null, unitsConsumed: 0, returnData: null })
  },
  sendTransaction: (ledger, [wire]) => ledger.send(fromBase64(String(wire))),
  getSignatureStatuses: (ledger, [of]) =>
    withContext(
      ledger,
      (of as unknown[]).map((signature) => {
        const one = ledger.landed.find((landed) => landed.signature === signature)
        return one === undefined
          ? null
          : {
              slot: one.slot,
              confirmations: null,
              err: null,
              status: { Ok: null },
              confirmationStatus: 'finalized',
            }
      }),
    ),
  getSignaturesForAddress: (ledger, [of, options], faults) => {
    const { before = null, limit = 1_000 } = (options ?? {}) as { before?: string | null; limit?: number }
    const all = finalized(ledger, faults).filter((one) => one.accounts.includes(String(of)))
    const from = before === null ? 0 : all.findIndex((one) => one.signature === before) + 1
    return all
      .slice(from, from + Math.min(limit, faults.page))
      .map(({ signature, slot, at, failed, memo }) => ({
        signature,
        slot,
        err: failed ? {} : null,
        memo,
        blockTime: at,
        confirmationStatus: 'finalized',
      }))
  },
  getTransaction: (ledger, [of], faults) => {
    const one = finalized(ledger, faults).find((landed) => landed.signature === of)
    if (one === undefined) return null
    const { slot, failed, bytes } = one
    return {
      slot,
      blockTime: one.at,
      version: 0,
      meta: {
        err: failed ? {} : null,
        fee: 10_000,
        innerInstructions: [],
        logMessages: [],
        preTokenBalances: one.before,
        postTokenBalances: one.after,
      },
      transaction: [Buffer.from(bytes).toString('base64'), 'base64'],
    }
  },
}
