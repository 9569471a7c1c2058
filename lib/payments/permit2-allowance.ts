import { readAllowance, readPermitNonce } from '@/lib/chain/allowance'
import type { Chain } from '@/lib/chain/chain'
import { estimateCosts } from '@/lib/chain/transaction'
import { methodOf } from '@/lib/core/admission/offer'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import type { Address } from '@/lib/core/hex'
import { type Offer, readQuote } from '@/lib/core/quote/read'
import { isSponsoring } from '@/lib/core/quote/sponsoring'
import type { UiError } from '@/lib/doors/ui-protocol'
import type { Action, IntentRow, Ledger, PermitPlan } from '@/lib/ledger/schema'
import { transactionOf } from '@/lib/schemes/evm/transaction'
import { actionOf, PERMIT2_APPROVE } from './page-transaction'

/** What Permit2 may move of one account's token, as last read. */
export type Allowance = {
  readonly account: string
  readonly network: string
  readonly asset: string
  /** atomic */
  readonly amount: string
  /** Unix milliseconds */
  readonly readAt: number
}

/** The chain of a network, behind the owner's node; null for one that is not known. */
export type ChainFor = (network: string) => Chain | null

/** A person waits for the answer, or a page does. */
const LONGEST_READ_MS = 1_500
/** What was read so long ago is read again: a transaction that allows more may have landed meanwhile. */
const FRESH_MS = 1_000

/** Names what is remembered of one allowance. */
const allowanceId = (of: Pick<Allowance, 'account' | 'network' | 'asset'>): string =>
  `${of.account}/${of.network}/${of.asset.toLowerCase()}`

/**
 * Reads what Permit2 may move of the tokens that a quote asks for by Permit2. A node that is slow or does not
 * answer leaves it unknown, which holds nothing: the facilitator then says 412.
 *
 * @param known where what was read is kept
 * @param accounts addresses that may pay
 */
export async function readAllowancesFor(
  known: Map<string, Allowance>,
  chainFor: ChainFor,
  quote: unknown,
  accounts: readonly string[],
): Promise<void> {
  const wanted = new Map<string, Omit<Allowance, 'amount' | 'readAt'>>()
  for (const { network, asset } of permit2Offers(quote))
    for (const account of accounts)
      wanted.set(allowanceId({ account, network, asset }), { account, network, asset })
  const reads = [...wanted].map(async ([id, of]) => {
    if (Date.now() - (known.get(id)?.readAt ?? 0) < FRESH_MS) return
    const chain = chainFor(of.network)
    if (chain === null) return
    const asked = { asset: of.asset as Address, owner: of.account as Address, spender: PERMIT2 }
    const answer = await readAllowance(chain, asked)
    if (answer.ok) known.set(id, { ...of, amount: answer.value.toString(), readAt: Date.now() })
    else known.delete(id)
  })
  await Promise.race([Promise.all(reads), new Promise((resolve) => setTimeout(resolve, LONGEST_READ_MS))])
}

/** What a person is asked to send so that Permit2 may move exactly a payment's amount. */
type AllowanceWish = {
  readonly action: Action
  readonly offer: Readonly<Record<string, unknown>>
  readonly of: IntentRow
}

/** An approval takes less than this of any token that keeps to ERC-20. */
const MOST_GAS = 200_000n
/** What was estimated is stale after so long, in seconds. */
const GOOD_FOR_SECONDS = 600

/**
 * Plans the transaction `approve(Permit2, amount)` for a payment: exactly its amount, with the largest fee that
 * the chain would take for it now.
 *
 * @param paymentId a payment by Permit2 that waits for a person, or that was answered 412
 */
export async function planApproval(
  ledger: Pick<Ledger, 'intents' | 'quotes'>,
  paymentId: string,
  chainFor: ChainFor,
): Promise<AllowanceWish | UiError> {
  const of = await ledger.intents.get(paymentId)
  const quote = of && (await ledger.quotes.get(of.quoteId))
  if (!of || !quote) return { code: 'gone' }
  const { offer: index, amount, account } = of.decision
  const read = readQuote(JSON.parse(quote.raw))
  const chosen = read.ok ? read.value.offers.find((o) => o.index === index) : undefined
  if (chosen?.ok !== true || amount === null || account === null) return { code: 'gone' }
  const { network, asset } = chosen.offer
  if (!network.startsWith('eip155:') || methodOf(chosen.offer) !== 'permit2') return { code: 'bad-value' }
  const transfer = {
    kind: 'erc20-approve' as const,
    token: asset as Address,
    to: PERMIT2,
    amount: BigInt(amount),
    open: null,
  }
  const chain = chainFor(network)
  const nothing = { nonce: 0, gas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const plain = transactionOf(transfer, Number(network.slice('eip155:'.length)), nothing)
  const costs = chain === null ? null : await estimateCosts(chain, { ...plain, from: account })
  if (!costs?.ok || costs.value.gas > MOST_GAS) return { code: 'failed' }
  const action = {
    ...actionOf({ transfer, ...costs.value }, account),
    form: PERMIT2_APPROVE,
    amount: '0',
    allow: amount,
    payment: paymentId,
  }
  const offer = { network, asset, amount: '0', payTo: PERMIT2, maxTimeoutSeconds: GOOD_FOR_SECONDS }
  return { action, offer, of }
}

function permit2Offers(quote: unknown): readonly Offer[] {
  const read = readQuote(quote)
  const offers = read.ok ? read.value.offers.flatMap((o) => (o.ok ? [o.offer] : [])) : []
  return offers.filter((offer) => offer.network.startsWith('eip155:') && methodOf(offer) === 'permit2')
}

/**
 * Writes down, or takes back, that a person lets an allowance of exactly the amount be signed with a payment
 * (EIP-2612). It becomes part of the payment's envelope, so what was on screen before is not approved by it.
 *
 * @returns null, or why not: 'gone', 'bad-value' where the server's facilitator takes none, 'failed' where the
 * token has no permits or its node does not answer
 */
export async function planPermit(
  ledger: Pick<Ledger, 'intents' | 'quotes'>,
  { paymentId, on }: { readonly paymentId: string; readonly on: boolean },
  chainFor: ChainFor,
): Promise<UiError | null> {
  const waiting = () => ledger.intents.where({ id: paymentId, state: 'asking' })
  const intent = await waiting().first()
  const quote = intent && (await ledger.quotes.get(intent.quoteId))
  if (!intent || !quote) return { code: 'gone' }
  if (!on) {
    await waiting().modify((row) => {
      delete (row as { permit?: PermitPlan }).permit
    })
    return null
  }
  const raw: unknown = JSON.parse(quote.raw)
  const { offer: index, amount, account } = intent.decision
  const read = readQuote(raw)
  const chosen = read.ok ? read.value.offers.find((o) => o.index === index) : undefined
  if (chosen?.ok !== true || amount === null || account === null) return { code: 'gone' }
  const { network, asset } = chosen.offer
  if (methodOf(chosen.offer) !== 'permit2' || !isSponsoring(raw)) return { code: 'bad-value' }
  const chain = chainFor(network)
  const nonce =
    chain === null
      ? null
      : await readPermitNonce(chain, { asset: asset as Address, owner: account as Address })
  if (!nonce?.ok) return { code: 'failed' }
  const permit: PermitPlan = { network, asset, account, amount, nonce: nonce.value.toString() }
  return (await waiting().modify({ permit })) > 0 ? null : { code: 'gone' }
}
