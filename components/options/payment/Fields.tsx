import type { PaymentRecord } from '@/lib/ledger/read/payments'

import { useWords } from '../../i18n/context'
import { SiteText } from '../../parts/SiteText'

/** Every field of what was signed, whole. */
export function Fields({ record }: { readonly record: PaymentRecord }) {
  const { t, format } = useWords()
  const { intent } = record
  const signed = record.authorizations.at(-1)
  const rows: (readonly [string, string | null | undefined])[] = [
    [t.approval.asker, intent.asker],
    [t.approval.page, intent.topOrigin],
    [t.approval.method, intent.method],
    [t.approval.url, intent.url],
    [t.approval.body, intent.bodyDigest],
    [t.payment.identifier, intent.paymentIdentifier],
    [t.payment.envelope, signed?.envelopeDigest ?? intent.envelopeDigest],
  ]
  if (intent.signIn !== undefined)
    rows.push([t.signIn.account, intent.signIn.account], [t.payment.network, intent.signIn.network])
  if (signed !== undefined) {
    rows.push(
      [t.payment.scheme, signed.scheme],
      [t.payment.network, signed.network],
      [t.payment.contract, signed.asset],
      [t.payment.token, t.payment.tokenMore(signed.name, signed.tokenVersion)],
      [t.payment.from, signed.from],
      [t.payment.payee, signed.payTo],
      [t.payment.value, `${signed.amount} ${t.payment.atomic(format.number(signed.decimals))}`],
      [t.permit2.moved, signed.moved],
      [t.permit2.spender, signed.spender],
      [t.permit2.facilitator, signed.facilitator],
      [t.permit2.permitNonce, signed.permitNonce],
      [t.payment.nonce, signed.nonce],
      [t.payment.validAfter, String(signed.validAfter)],
      [t.payment.validBefore, String(signed.validBefore)],
      [t.payment.typedData, signed.typedDataDigest],
      [
        t.payment.transaction,
        signed.proved === 1 || signed.scheme === 'transaction' ? signed.transaction : null,
      ],
      [t.receipts.claimedTransaction, signed.claimedTransaction],
      [t.receipts.response, signed.responseDigest],
      [t.payment.status, signed.status === null ? null : String(signed.status)],
      [t.payment.outcome, signed.outcome],
    )
  }
  return (
    <dl className="pairs">
      {rows.map(
        ([name, value]) =>
          value != null &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">
                <SiteText text={value} limit={Number.POSITIVE_INFINITY} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
