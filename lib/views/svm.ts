import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { isSolana } from '@/lib/core/assets/svm-networks'
import type { Offer } from '@/lib/core/quote/read'
import { readSvmOffer, type SvmOffer } from '@/lib/core/quote/svm'
import type { ApprovalView } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { NamedEnvelope } from '@/lib/payments/envelope'

/** What a Solana offer says beside its terms; null for any other offer, and for one that cannot be signed. */
export function svmPartOf(offer: Offer): SvmOffer | null {
  if (!isSolana(offer.network)) return null
  const said = readSvmOffer(offer)
  return typeof said === 'string' ? null : said
}

/** The transaction of a Solana payment, field by field, as the signer builds it and reads it back. */
export function signedOnSolana(
  { envelope, terms, digest }: NamedEnvelope,
  said: SvmOffer,
  signed: AuthorizationRow | null,
): ApprovalView['signed'] {
  const asset = findDefaultAsset(terms.network, terms.asset)
  return [
    { name: 'instruction', value: 'TransferChecked' },
    { name: 'mint', value: terms.asset },
    { name: 'authority', value: signed?.from ?? envelope.payer },
    { name: 'destination owner', value: terms.payTo },
    { name: 'amount', value: terms.amount },
    { name: 'decimals', value: String(asset?.decimals ?? '') },
    { name: 'fee payer', value: said.feePayer },
    { name: 'memo', value: signed?.nonce ?? said.memo ?? '' },
    { name: 'blockhash', value: signed?.blockhash ?? '' },
    { name: 'last valid block height', value: String(signed?.lastValidBlockHeight ?? '') },
    { name: 'envelope', value: digest },
  ]
}
