import 'fake-indexeddb/auto'
import { encodeFunctionData, multicall3Abi, numberToHex, parseAbi, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createChains } from '@/lib/chain/chain'
import { MULTICALL3 } from '@/lib/chain/multicall'
import { createRpc } from '@/lib/chain/rpc'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { authorizationRow, intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { type Port, reconcileDue } from '@/lib/payments/reconcile/reconcile'
import { testAccounts } from '../devnet/accounts'
import { startAnvil } from '../devnet/anvil'
import { chainClients, chainControl, chainId, network, setUpChain, usdc } from '../devnet/chain'
import { ensureContracts } from '../devnet/compile'

/** What reconciling so many outstanding authorizations cost. `wakes` of the worker, `calls` to the node. */
export type ReconcileCost = {
  readonly outstanding: number
  readonly wakes: number
  readonly calls: number
  readonly chainMs: number
  readonly wholeMs: number
}

/** So many authorizations are used in one transaction of the test. */
const USED_AT_ONCE = 50
const WINDOW_SECONDS = 3_600
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const
const tokenAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/**
 * Reconciles ledgers of outstanding authorizations with a chain of the test: half of each were used, half ran out.
 *
 * @param sizes how many are outstanding
 */
export async function measureReconcile(sizes: readonly number[]): Promise<readonly ReconcileCost[]> {
  const costs: ReconcileCost[] = []
  for (const outstanding of sizes) costs.push(await measureOne(outstanding))
  return costs
}

async function measureOne(outstanding: number): Promise<ReconcileCost> {
  const anvil = await startAnvil(chainId)
  const ledger = new Ledger(`bench-${outstanding}`)
  try {
    const accounts = testAccounts()
    const clients = chainClients(anvil.rpcUrl)
    await setUpChain(clients, accounts, ensureContracts())
    const control = chainControl(clients, accounts)
    const now = Number((await clients.read.getBlock()).timestamp)
    const { payee } = accounts
    const payer = privateKeyToAccount(accounts.payer.privateKey)
    const facilitator = privateKeyToAccount(accounts.facilitator.privateKey)
    const rows = Array.from({ length: outstanding }, (_, i): AuthorizationRow => {
      const nonce = numberToHex(BigInt(i + 1) << 64n, { size: 32 })
      return authorizationRow(`b${i}`, {
        state: 'sent',
        network,
        asset: usdc,
        from: payer.address,
        payTo: payee.address,
        amount: '1',
        nonce,
        validBefore: now + WINDOW_SECONDS,
      })
    })
    const used = rows.slice(0, outstanding / 2)
    for (let from = 0; from < used.length; from += USED_AT_ONCE) {
      const calls = await Promise.all(
        used.slice(from, from + USED_AT_ONCE).map(async (row) => {
          const nonce = row.nonce as `0x${string}`
          const message = {
            from: payer.address,
            to: payee.address,
            value: 1n,
            validAfter: 0n,
            validBefore: BigInt(row.validBefore),
            nonce,
          }
          const domain = { name: 'USDC', version: '2', chainId, verifyingContract: usdc }
          const signature = await payer.signTypedData({
            domain,
            types,
            primaryType: 'TransferWithAuthorization',
            message,
          })
          const { r, s, yParity } = parseSignature(signature)
          const args = [...Object.values(message), 27 + yParity, r, s] as const
          const callData = encodeFunctionData({
            abi: tokenAbi,
            functionName: 'transferWithAuthorization',
            args: args as never,
          })
          return { target: usdc, allowFailure: false, callData }
        }),
      )
      const hash = await clients.write.writeContract({
        account: facilitator,
        address: MULTICALL3,
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [calls],
        gas: 20_000_000n,
      })
      const receipt = await clients.read.waitForTransactionReceipt({ hash })
      if (receipt.status !== 'success') throw new Error('the authorizations were not used')
    }
    await control.advance(WINDOW_SECONDS + 120)
    await ledger.quotes.bulkAdd(rows.map((row) => quoteRow(row.intentId)))
    await ledger.intents.bulkAdd(rows.map((row) => intentRow(row.intentId, { state: 'paying' })))
    await ledger.authorizations.bulkAdd(rows)
    let calls = 0
    let chainMs = 0
    const counted: typeof fetch = async (input, init) => {
      calls++
      const begin = performance.now()
      const answer = await fetch(input, init)
      chainMs += performance.now() - begin
      return answer
    }
    const nodes = [createChains(createRpc({ fetch: counted }))(anvil.rpcUrl, chainId)]
    const port: Port = {
      ledger,
      nodesOf: async () => ({ nodes, depth: 0 }),
      broadcast: async () => undefined,
      changed: () => undefined,
      now: () => Date.now(),
      random: Math.random,
    }
    const begin = performance.now()
    let wakes = 0
    while ((await reconcileDue(port)) > 0) wakes++
    const wholeMs = performance.now() - begin
    const settled = await ledger.authorizations.where('state').equals('settled').count()
    const released = await ledger.authorizations.where('state').equals('released').count()
    if (settled !== used.length || released !== outstanding - used.length)
      throw new Error(`${settled} were settled and ${released} released of ${outstanding}`)
    return { outstanding, wakes, calls, chainMs, wholeMs }
  } finally {
    await ledger.delete()
    await anvil.stop()
  }
}

/** The costs as lines, with how they grow and how many calls one authorization takes. */
export function reconcileReport(costs: readonly ReconcileCost[]): string {
  const lines = costs.map(
    ({ outstanding, wakes, calls, chainMs, wholeMs }) =>
      `  ${outstanding} outstanding: ${calls} calls in ${wakes} wakes, ${(calls / outstanding).toFixed(4)} calls each; ${Math.round(wholeMs)} ms in all, ${Math.round(chainMs)} ms of it the node`,
  )
  const [first, last] = [costs[0], costs.at(-1)]
  if (first === undefined || last === undefined || first === last) return ['Reconciling', ...lines].join('\n')
  const times = (of: (cost: ReconcileCost) => number) => (of(last) / of(first)).toFixed(1)
  const growth = `  ${times((c) => c.outstanding)} times as many take ${times((c) => c.calls)} times the calls and ${times((c) => c.wholeMs)} times the time`
  return ['Reconciling', ...lines, growth].join('\n')
}
