import { late } from '@/lib/late/load'
import type { RequestRow } from '@/lib/ledger/question-rows'
import { nowSeconds } from '@/lib/payments/facts'
import type { Wallet } from '@/lib/payments/wallet'
import { signMessage } from '@/lib/schemes/evm/sign'
import { BAD_PARAMS, type Caller, REJECTED, Refusal } from '../caller'
import { onApproved, openRequest, type Resolver } from '../requests'
import { connectedAs, connectionOf } from './connection'

type Hex = `0x${string}`

/** What a `message` question asks: the bytes that are signed, in hex; its screen reads them. */
export type MessageDetail = { readonly account: string; readonly bytes: Hex }

/** What a `typed-data` question asks: the JSON text that is read again for the screen and for the key. */
export type TypedDataDetail = { readonly account: string; readonly data: string }

/**
 * `personal_sign`: asks a person, with the text whole on the screen. A sign-in (EIP-4361) for another site,
 * another account or another time than now is refused.
 */
export async function personalSign(
  wallet: Wallet,
  caller: Caller,
  params: unknown,
): Promise<{ readonly waits: string }> {
  const { readPersonalSign } = await late()
  const read = readPersonalSign(params)
  if (!read.ok) throw new Refusal(BAD_PARAMS, read.error)
  const { account } = await connectedAs(wallet, caller, read.value.account)
  await refuseForeignSignIn(read.value.text, caller.origin, account)
  const bytes: Hex = `0x${Array.from(read.value.bytes, (b) => b.toString(16).padStart(2, '0')).join('')}`
  const detail: MessageDetail = { account, bytes }
  return await openRequest(wallet, caller, { kind: 'message', detail })
}

async function refuseForeignSignIn(text: string | null, origin: string, account: string): Promise<void> {
  const { checkSignIn, readSignIn } = await late()
  const signIn = text === null ? null : readSignIn(text)
  if (signIn === null) return
  if (signIn === 'malformed')
    throw new Refusal(BAD_PARAMS, 'a sign-in that is not of the form of EIP-4361 is not signed')
  const wrong = checkSignIn(signIn, origin, account, nowSeconds()).find(({ refuse }) => refuse)
  if (wrong !== undefined)
    throw new Refusal(REJECTED, `the sign-in is not signed: its ${wrong.field} is wrong`)
}

/** Typed data that moves no money: asks a person, with every field on the screen. No mandate signs it. */
export async function signPlainData(
  wallet: Wallet,
  caller: Caller,
  account: string,
  data: string,
): Promise<{ readonly waits: string }> {
  const detail: TypedDataDetail = { account, data }
  return await openRequest(wallet, caller, { kind: 'typed-data', detail })
}

type Signed = Awaited<ReturnType<typeof signMessage>>

/** A yes signs with the account that was asked for, as long as the site is still connected to it. */
const signing =
  (sign: (request: RequestRow, account: Hex, key: Hex) => Promise<Signed>): Resolver =>
  async (wallet, request) => {
    const { account } = request.detail as { account: Hex }
    const row = await connectionOf(wallet, { origin: request.asker })
    if (row?.account !== account) return { error: { code: 'gone' } }
    const used = await wallet.vault.withKey(account, (key) => sign(request, account, key))
    if (!used.ok) return { error: { code: 'locked' } }
    return used.value.ok ? { value: used.value.value.signature } : { error: { code: 'failed' } }
  }

onApproved(
  'message',
  signing((request, account, key) => {
    const { bytes } = request.detail as MessageDetail
    const pairs = bytes.slice(2).match(/../g) ?? []
    return signMessage(
      Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
      account,
      key,
    )
  }),
)

onApproved(
  'typed-data',
  signing(async (request, account, key) => {
    const { moneyOf, readTypedData, signMovement, signTypedData } = await late()
    const read = readTypedData((request.detail as TypedDataDetail).data)
    if (!read.ok) throw new Error('typed data that was read can be read no more')
    const movement = moneyOf(read.value, nowSeconds())
    // Takes back what was signed before: the one thing about money that moves none.
    return movement?.kind === 'cancel-authorization'
      ? await signMovement(read.value, movement, account, key)
      : await signTypedData(read.value, account, key)
  }),
)
