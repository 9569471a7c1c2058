import { readAllowance, readPermitNonce } from '@/lib/chain/allowance'
import type { Chain } from '@/lib/chain/chain'
import { methodOf } from '@/lib/core/admission/offer'
import type { Address } from '@/lib/core/hex'
import { type Offer, readQuote } from '@/lib/core/quote/read'
import type { UiError } from '@/lib/doors/ui-protocol'
import type { Ledger, PermitPlan } from '@/lib/ledger/schema'
import { PERMIT2 } from '@/lib/schemes/evm/movement'
import { isSponsoring } from './permit2-making'

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
/** What was read so long ago is read again. */
const FRESH_MS = 10_000

/** Names what is remembered of one allowance. */
export const allowanceId = (of: Pick<Allowance, 'account' | 'network' | 'asset'>): string =>
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
