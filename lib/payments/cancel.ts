import type { Chain } from '@/lib/chain/chain'
import { estimateCosts } from '@/lib/chain/transaction'
import { NATIVE } from '@/lib/core/assets/native'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { CancelOpened } from '@/lib/doors/ui-outstanding'
import type { Action, AuthorizationRow } from '@/lib/ledger/schema'
import { type Cancelled, cancelCall, invalidateCall, signCancel } from '@/lib/schemes/evm/cancel'
import { maxFee, type Transaction } from '@/lib/schemes/evm/transaction'
import { type OwnQuestion, ownQuestion } from './own-question'

type Hex = `0x${string}`
type Costs = Pick<Transaction, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** What was estimated is stale after so long. */
const GOOD_FOR_SECONDS = 600

type Ending = { readonly form: 'cancel-authorization' | 'invalidate-nonce'; readonly contract: Hex }

/** The two ways to end a signed payment on an EVM chain. */
export const ENDINGS: readonly unknown[] = ['cancel-authorization', 'invalidate-nonce']

/**
 * What would end a signed payment: a call of its token's contract (EIP-3009), or of Permit2.
 *
 * @returns null where no transaction does
 */
function endingOf(row: Pick<AuthorizationRow, 'transferMethod' | 'asset'>): Ending | null {
  if (row.transferMethod === 'eip3009') return { form: 'cancel-authorization', contract: row.asset as Hex }
  return row.transferMethod === 'permit2' ? { form: 'invalidate-nonce', contract: PERMIT2 } : null
}

/** No token that knows EIP-3009 needs more than this for the call itself, signature check and proxy included. */
const CALL_GAS = 120_000n

/**
 * Plans the transaction that ends a signed payment: nothing is sent with it, and its largest fee is what it costs.
 *
 * The payer's signature is in the call of a token, and is made only under a reservation: so the call is not
 * estimated. What the chain takes for the plainest transaction is, and a bound for the call is added.
 */
export async function planCancel(
  chain: Chain,
  row: AuthorizationRow,
): Promise<OwnQuestion | Extract<CancelOpened, { readonly cannot: unknown }>> {
  const ending = endingOf(row)
  if (ending === null) return { cannot: 'no-way' }
  if (row.proved === 1 || row.state === 'released' || row.header === null) return { cannot: 'over' }
  const isCall = ending.form === 'invalidate-nonce'
  const data = isCall ? invalidateCall(BigInt(row.nonce)) : '0x'
  const to = isCall ? ending.contract : row.from
  const [estimate, balance] = await Promise.all([
    estimateCosts(chain, { from: row.from, to, value: 0n, data }),
    chain.call('eth_getBalance', [row.from, 'latest']),
  ])
  if (!estimate.ok || !balance.ok || typeof balance.value !== 'string') return { cannot: 'no-node' }
  const costs = { ...estimate.value, gas: estimate.value.gas + (isCall ? 0n : CALL_GAS) }
  if (BigInt(balance.value) < maxFee(costs)) return { cannot: 'no-gas' }
  return ownQuestion({
    method: 'CANCEL',
    url: `${OWN_ORIGIN}/`,
    action: actionOf(row, ending, costs),
    offer: {
      network: row.network,
      asset: NATIVE,
      amount: '0',
      payTo: ending.contract,
      maxTimeoutSeconds: GOOD_FOR_SECONDS,
    },
  })
}

/** All of it as the text of an action: what the owner's approval is bound to. */
const actionOf = (row: AuthorizationRow, ending: Ending, costs: Costs): Action => ({
  kind: 'transaction',
  form: ending.form,
  account: row.from,
  token: NATIVE,
  to: ending.contract,
  amount: '0',
  cancels: row.id,
  nonce: row.nonce,
  name: row.name,
  version: row.tokenVersion,
  gas: costs.gas.toString(),
  maxFeePerGas: costs.maxFeePerGas.toString(),
  maxPriorityFeePerGas: costs.maxPriorityFeePerGas.toString(),
  fee: maxFee(costs).toString(),
})

/**
 * The bytes of the call, signed where the contract wants the payer's word for it.
 *
 * @param privateKey 32 bytes in hex, used and not kept
 * @throws Error where the key is not the account's
 */
export function endingCall(action: Action, chainId: number, privateKey: Hex): Hex {
  const { form, account = '', to = '', nonce = '0x0', name = '', version = '' } = action
  if (form === 'invalidate-nonce') return invalidateCall(BigInt(nonce))
  const of: Cancelled = {
    chainId,
    asset: to as Hex,
    name,
    version,
    authorizer: account as Hex,
    nonce: nonce as Hex,
  }
  const signed = signCancel(of, privateKey)
  if (!signed.ok) throw new Error(`not signed: ${signed.error.code}`)
  return cancelCall(of, signed.value.signature)
}
