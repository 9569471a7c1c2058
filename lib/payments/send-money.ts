import type { Chain } from '@/lib/chain/chain'
import { costsByAll } from '@/lib/chain/costs'
import { quantity } from '@/lib/chain/hex'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { isNative, NATIVE } from '@/lib/core/assets/native'
import { isAddress, isNobody, looksLike, sameAddress } from '@/lib/core/caip/address'
import type { Hex } from '@/lib/core/hex'
import { parseAtomic } from '@/lib/core/money/amount'
import { OWN_MOVE, OWN_ORIGIN } from '@/lib/core/policy/own'
import type { NoSend, SendAnswer, SendPlan, SendTerms } from '@/lib/doors/ui-money'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import { heldOf } from '@/lib/ledger/read/held'
import { nativeRule } from '@/lib/ledger/read/totals'
import type { IntentRow } from '@/lib/ledger/schema'
import { getAddress } from '@/lib/schemes/evm/secp256k1'
import { maxFee, type Transfer, transactionOf } from '@/lib/schemes/evm/transaction'
import type { FoundQuote } from '@/lib/wire/http/find-quote'
import type { BalanceTools } from './balances-now'
import type { Wish } from './intake'
import { type OwnQuestion, ownQuestion } from './own-question'
import { actionOf, type Planned } from './page-transaction'
import type { Wallet } from './wallet'

/** What sending needs of the background, which keeps the connections to nodes and the queue of questions. */
export type SendTools = Pick<BalanceTools, 'amountsOf'> & {
  readonly chainsOf: (settings: Settings, network: string) => readonly Chain[]
  readonly openQuote: (wallet: Wallet, wish: Wish, found: FoundQuote) => Promise<IntentRow | null>
}

/** What was estimated is stale after so long. */
const GOOD_FOR_SECONDS = 600
/** No plain transfer of any token needs more. */
const MOST_GAS = 1_000_000n

const ON_SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** What reads as a name of the Ethereum Name Service, or of another one. */
const NAME = /^[^\s.:/]+(?:\.[^\s.:/]+)+$/

const cannot = (why: Exclude<NoSend['cannot'], 'refused'>): NoSend => ({ cannot: why })

/**
 * Sends money because its owner wants to. Without `ask` it says what that comes to; with it the transfer waits
 * in the approval window with its fee, through the same admission as any payment, and is signed only there.
 *
 * A transfer to anybody else is spending and counts in the limits; one between accounts of the wallet counts for
 * nothing but its fee (docs/decisions/0016).
 */
export async function sendMoney(
  wallet: Wallet,
  terms: SendTerms & { readonly ask: boolean },
  tools: SendTools,
): Promise<SendAnswer> {
  const planned = await plan(wallet, terms, tools)
  if ('cannot' in planned) return planned
  if (!terms.ask) return planned.plan
  const { wish, found } = questionOf(terms, planned)
  const opened = await tools.openQuote(wallet, wish, found)
  if (opened === null || opened.state === 'refused')
    return { cannot: 'refused', code: opened?.decision.code ?? 'HOLD_RATE_LIMITED' }
  return { paymentId: opened.id }
}

type Ready = { readonly plan: Exclude<SendPlan, NoSend>; readonly transaction: Planned }

async function plan(wallet: Wallet, terms: SendTerms, tools: SendTools): Promise<Ready | NoSend> {
  const { account, network, asset } = terms
  const [settings, accounts] = await Promise.all([readSettings(wallet.ledger), wallet.vault.accounts()])
  const isCoin = isNative(asset)
  const token = isCoin ? null : (findDefaultAsset(network, asset)?.asset ?? null)
  const isOurs = accounts.some((own) => own.address === account)
  const nodes = tools.chainsOf(settings, network)
  if (!isOurs || nodes.length === 0 || (token === null && !isCoin)) return cannot('address')
  const to = addressOf(terms.to, network)
  if (typeof to !== 'string') return to
  const isOwn = accounts.some((own) => sameAddress(network, own.address, to))
  const refused = forbidden(settings, terms, to, isOwn)
  if (refused !== null) return refused

  const [inCoin, amounts, held, heldCoin] = await Promise.all([
    coinBy(nodes, account),
    token === null ? null : tools.amountsOf(settings, network, [{ holder: account, asset: token }]),
    heldOf(wallet.ledger, account, network, asset),
    heldOf(wallet.ledger, account, network, NATIVE),
  ])
  const there = isCoin ? inCoin : (amounts?.[0] ?? null)
  if (inCoin === null || there === null) return cannot('no-node')
  // What is signed for others may be taken at any moment: it is not there to be sent.
  const balance = rest(there, held)
  const isMax = terms.amount === 'max'
  // What all of a coin comes to is known once its fee is.
  const wanted = isMax ? (isCoin ? 0n : balance) : parseAtomic(terms.amount)
  if (isMax && balance === 0n && there > 0n) return cannot('held')
  if (wanted === null || (wanted === 0n && !(isMax && isCoin))) return cannot('amount')
  if (wanted > balance) return cannot(wanted > there ? 'no-funds' : 'held')

  const of = (amount: bigint): Transfer => ({
    kind: isCoin ? 'native' : 'erc20-transfer',
    token: token as Hex | null,
    to,
    amount,
    open: null,
  })
  const nothing = { nonce: 0, gas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const plain = transactionOf(of(wanted), Number(network.slice('eip155:'.length)), nothing)
  const mostFee = BigInt(nativeRule(settings, network).limit)
  const costs = await costsByAll(nodes, { ...plain, from: account }, MOST_GAS, mostFee)
  if (!costs.ok) return cannot(costs.error.kind === 'rpc' ? 'would-fail' : 'no-node')
  const fee = maxFee(costs.value)
  // A rollup takes more than the fee that is signed, for its parent chain: as much again is left for that.
  const amount = isMax && isCoin ? balance - 2n * fee : wanted
  if (amount <= 0n || rest(inCoin, heldCoin) < fee + (isCoin ? amount : 0n)) return cannot('no-coin')
  const known = await alike(wallet, network, to, accounts)
  return {
    plan: {
      to,
      amount: amount.toString(),
      fee: fee.toString(),
      isOwn,
      balance: balance.toString(),
      ...known,
    },
    transaction: { transfer: of(amount), ...costs.value },
  }
}

const rest = (amount: bigint, held: bigint): bigint => (amount > held ? amount - held : 0n)

/**
 * What an account has of the chain's own coin, by the rule of its tokens: one node is believed, of several at least
 * two must say the same and none another.
 *
 * @returns wei; null where that is not known
 */
async function coinBy(nodes: readonly Chain[], account: string): Promise<bigint | null> {
  const answers = await Promise.all(nodes.map((node) => node.call('eth_getBalance', [account, 'latest'])))
  const said = answers.flatMap((answer) => (answer.ok ? (quantity(answer.value) ?? []) : []))
  const isAgreed = said.length >= Math.min(2, nodes.length) && said.every((amount) => amount === said[0])
  return isAgreed ? (said[0] ?? null) : null
}

/**
 * Reads an address as it was typed: in one case it carries no checksum, in both it must be right (EIP-55).
 *
 * @returns its checksummed form, or what is wrong with it
 */
function addressOf(typed: string, network: string): Hex | NoSend {
  const text = typed.trim()
  if (!isAddress(network, text)) {
    if (isAddress(ON_SOLANA, text)) return cannot('solana')
    return cannot(NAME.test(text) ? 'name' : 'address')
  }
  if (isNobody(network, text)) return cannot('nobody')
  const address = getAddress(text)
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || text === address ? address : cannot('checksum')
}

/** Addresses that nothing is sent to, whatever a person says. */
function forbidden(
  { payees }: Settings,
  { account, network, asset }: SendTerms,
  to: string,
  isOwn: boolean,
): NoSend | null {
  const isIt = (address: string) => sameAddress(network, address, to)
  if (isIt(account)) return cannot('self')
  // Money in the contract of any asset that the wallet knows here is gone.
  if (isIt(asset) || findDefaultAsset(network, to) !== null) return cannot('token')
  if (isOwn) return null
  const isOff = payees.allow.length > 0 && !payees.allow.some(isIt)
  return isOff || payees.block.some(isIt) ? cannot('blocked') : null
}

/** Whether an address was paid before, and which known one it can be mistaken for. */
async function alike(
  { ledger }: Wallet,
  network: string,
  to: string,
  accounts: readonly { readonly address: string }[],
): Promise<{ readonly isFirst: boolean; readonly like: string | null }> {
  const paid = (await ledger.payees.toArray()).map((row) => row.payTo)
  const known = [...new Set([...accounts.map((own) => own.address), ...paid])]
  const isFirst = !known.some((address) => sameAddress(network, address, to))
  const like = isFirst ? known.find((address) => looksLike(address, to)) : undefined
  return { isFirst, like: like ?? null }
}

/** The transfer as a purchase of the owner's own. Each is one of its own: no earlier price says what this should be. */
function questionOf(
  { account, network, asset }: SendTerms,
  { plan: { to, amount, isOwn }, transaction }: Ready,
): OwnQuestion {
  return ownQuestion({
    method: isOwn ? OWN_MOVE : 'SEND',
    url: `${OWN_ORIGIN}/send/${crypto.randomUUID()}`,
    action: actionOf(transaction, account),
    offer: { network, asset, amount, payTo: to, maxTimeoutSeconds: GOOD_FOR_SECONDS },
  })
}
