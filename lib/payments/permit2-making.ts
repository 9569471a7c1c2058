import { X402_SPENDERS } from '@/lib/core/assets/permit2'
import { isRecord } from '@/lib/core/json/parse'
import { EIP2612_SPONSORING, sponsoringBlock } from '@/lib/core/quote/sponsoring'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'
import { UNSIGNED } from '@/lib/schemes/evm/exact-eip3009'
import { type SponsoredPermit, sponsoredPermit } from '@/lib/schemes/evm/permit'
import { type Permit2Terms, permit2Payload } from '@/lib/schemes/evm/permit2'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import type { NamedEnvelope } from './envelope'
import type { fixedBy } from './typed-data'

/** What the wallet itself puts into a payment by Permit2, as its row keeps it. */
type Permit2Making = NonNullable<ReturnType<typeof fixedBy>> & {
  readonly spender: string
  readonly facilitator?: string
  readonly permitNonce?: string
}

/**
 * Makes the authorization of a payment by Permit2: the scheme's contract as spender, the facilitator of the
 * envelope, the wallet's own nonce in the form that Permit2 counts by, and the allowance that a person
 * consented to.
 *
 * @param nonce 32 bytes in hex
 * @param window Unix seconds
 * @returns null where it could not be signed, or no server would take its header
 */
export function permit2Making(
  intent: Pick<IntentRow, 'paymentIdentifier'>,
  quote: QuoteRow,
  { envelope, terms, offerIndex }: NamedEnvelope,
  { name, version }: { readonly name: string; readonly version: string },
  { nonce, nonceSalt }: { readonly nonce: string; readonly nonceSalt: string },
  { validAfter, validBefore }: { readonly validAfter: number; readonly validBefore: number },
): Permit2Making | null {
  const { scheme, method, facilitator, permitNonce, network, asset, payTo } = terms
  if ((scheme !== 'exact' && scheme !== 'upto') || method !== 'permit2') return null
  if ((scheme === 'upto') !== (facilitator !== undefined)) return null
  const spender = X402_SPENDERS[scheme]
  const { payer: from } = envelope
  const amount = BigInt(terms.amount)
  const decimal = BigInt(nonce)
  const unsigned: Permit2Terms = {
    scheme,
    chainId: Number(network.slice('eip155:'.length)),
    asset,
    from,
    payTo,
    amount,
    spender,
    facilitator: facilitator ?? null,
    nonce: decimal,
    validAfter: BigInt(validAfter),
    deadline: BigInt(validBefore),
  }
  const permit =
    permitNonce === undefined
      ? null
      : sponsoredPermit(
          { ...unsigned, name, version, owner: from, value: amount, nonce: BigInt(permitNonce) },
          UNSIGNED,
        )
  const raw: unknown = JSON.parse(quote.raw)
  const payload = permit2Payload(unsigned, UNSIGNED)
  const added = sponsoring(raw, permit)
  const sized = buildPayment(quote.version, raw, offerIndex, payload, intent.paymentIdentifier, added)
  if (!sized.ok || !paymentHeader(sized.value).ok) return null
  return {
    scheme,
    transferMethod: 'permit2',
    name,
    tokenVersion: version,
    nonce: decimal.toString(),
    nonceSalt,
    validAfter,
    validBefore,
    spender,
    ...(facilitator === undefined ? {} : { facilitator }),
    ...(permitNonce === undefined ? {} : { permitNonce }),
  }
}

/** The server's block with the signed allowance in it; nothing where there is none to add. */
export function sponsoring(quote: unknown, permit: SponsoredPermit | null): Record<string, object> {
  const block = permit === null ? null : sponsoringBlock(quote)
  if (block === null || permit === null || !isRecord(block.info)) return {}
  return { [EIP2612_SPONSORING]: { ...block, info: { ...block.info, ...permit } } }
}
