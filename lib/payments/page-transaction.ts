import type { Envelope } from '@/lib/core/admission/envelope'
import { isNative, NATIVE } from '@/lib/core/assets/native'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import { sameAddress } from '@/lib/core/caip/address'
import type { Hex } from '@/lib/core/hex'
import type { Action, AuthorizationRow } from '@/lib/ledger/schema'
import { signTransaction } from '@/lib/schemes/evm/sign-page'
import { maxFee, type Transaction, type Transfer, transactionOf } from '@/lib/schemes/evm/transaction'
import { ENDINGS, endingCall } from './cancel'
import type { fixedBy } from './typed-data'

/** What a page asked to be sent, with the costs that the wallet filled in: all that the approval is bound to. */
export type Planned = Omit<Transaction, 'chainId' | 'nonce' | 'to' | 'value' | 'data'> & {
  readonly transfer: Transfer
}

const FORMS: readonly unknown[] = ['native', 'erc20-transfer', 'erc20-approve', 'erc20-increase-allowance']
/**
 * The wallet's own transaction that lets Permit2 move an amount. It pays nobody: nothing moves by it without a
 * further signature, so its amount is none and `allow` says what is allowed.
 */
export const PERMIT2_APPROVE = 'permit2-approve'

/** A plan as the text of an action. @param account who sends it */
export function actionOf({ transfer, ...costs }: Planned, account: string): Action {
  const { kind: form, token, to, amount } = transfer
  return {
    kind: 'transaction',
    form,
    account,
    token: token ?? NATIVE,
    to,
    amount: amount.toString(),
    gas: costs.gas.toString(),
    maxFeePerGas: costs.maxFeePerGas.toString(),
    maxPriorityFeePerGas: costs.maxPriorityFeePerGas.toString(),
    fee: maxFee(costs).toString(),
  }
}

/** Reads an action back into the plan that it was made of; null for any other action. */
export function plannedOf(action: Action | null): Planned | null {
  const isEnding = ENDINGS.includes(action?.form)
  const isOwn = action?.form === PERMIT2_APPROVE
  if (action?.kind !== 'transaction' || !(isEnding || isOwn || FORMS.includes(action.form))) return null
  const { token = '', to, gas, maxFeePerGas, maxPriorityFeePerGas } = action
  const [form, amount] = isOwn ? ['erc20-approve', action.allow] : [action.form, action.amount]
  if (isOwn && to !== PERMIT2) return null
  const numbers = [amount, gas, maxFeePerGas, maxPriorityFeePerGas]
  if (!numbers.every((text) => text !== undefined && /^\d+$/.test(text))) return null
  const of = (text: string | undefined) => BigInt(text ?? 0)
  return {
    transfer: {
      // What ends a payment calls a contract and sends it nothing.
      kind: isEnding ? 'native' : (form as Transfer['kind']),
      token: isNative(token) ? null : (token as Hex),
      to: to as Hex,
      amount: of(amount),
      open: null,
    },
    gas: of(gas),
    maxFeePerGas: of(maxFeePerGas),
    maxPriorityFeePerGas: of(maxPriorityFeePerGas),
  }
}

/** What counts as paid by it, atomic. */
const pays = (action: Action | null, amount: bigint): string =>
  action?.form === PERMIT2_APPROVE ? '0' : amount.toString()

/** The transaction's own number of its account, as a row keeps it: 32 bytes in hex. */
const nonceText = (nonce: number): string => `0x${nonce.toString(16).padStart(64, '0')}`

/**
 * The part of an authorization that a page's transaction fixes; null where it is not what was decided on.
 *
 * @param nonce the account's next
 * @param now Unix seconds
 */
export function fixedByTransaction(
  action: Action | null,
  { payer, terms }: Pick<Envelope, 'payer' | 'terms'>,
  nonce: number,
  windowSeconds: number,
  now: number,
): (NonNullable<ReturnType<typeof fixedBy>> & { readonly fee: string }) | null {
  const planned = plannedOf(action)
  if (planned === null || action === null) return null
  const { token, to, amount } = planned.transfer
  const same = (one: string, other: string) => sameAddress(terms.network, one, other)
  const isDecided =
    pays(action, amount) === terms.amount &&
    same(token ?? NATIVE, terms.asset) &&
    same(to, terms.payTo) &&
    same(action.account ?? '', payer)
  if (!isDecided) return null
  return {
    scheme: 'transaction',
    transferMethod: 'transaction',
    name: '',
    tokenVersion: '',
    nonce: nonceText(nonce),
    nonceSalt: null,
    validAfter: 0,
    validBefore: now + windowSeconds,
    fee: maxFee(planned).toString(),
  }
}

/**
 * Signs a page's transaction under its reservation: only where each field that was reserved is the one in
 * it (I4).
 *
 * @throws Error where they differ
 */
export async function signPageTransaction(
  action: Action | null,
  reserved: AuthorizationRow,
  privateKey: Hex,
): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
  const planned = plannedOf(action)
  if (planned === null || action === null) throw new Error('not signed: there is no transaction')
  const { transfer, ...costs } = planned
  const isReserved =
    reserved.scheme === 'transaction' &&
    pays(action, transfer.amount) === reserved.amount &&
    maxFee(costs).toString() === reserved.fee &&
    sameAddress(reserved.network, transfer.token ?? NATIVE, reserved.asset) &&
    sameAddress(reserved.network, transfer.to, reserved.payTo)
  if (!isReserved) throw new Error('not signed: the transaction is not the one that was reserved')
  const chainId = Number(reserved.network.slice('eip155:'.length))
  const plain = transactionOf(transfer, chainId, { ...costs, nonce: Number(reserved.nonce) })
  const whole = ENDINGS.includes(action.form)
    ? { ...plain, data: endingCall(action, chainId, privateKey) }
    : plain
  const signed = await signTransaction(whole, reserved.from as Hex, privateKey)
  if (!signed.ok) throw new Error(`not signed: ${signed.error.code}`)
  return signed.value
}
