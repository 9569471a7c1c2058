import type { PaymentRecord } from '@/lib/ledger/read/payments'
import type { ReceiptRow } from '@/lib/ledger/schema'

import { useWords } from '../../i18n/context'
import { Address } from '../../parts/Address'
import { CopyButton } from '../../parts/CopyButton'
import { Fold } from '../../parts/Fold'
import { SiteText } from '../../parts/SiteText'

/** What was kept as it came and as it went: the quote, the payload, the receipts with their chain. */
export function Kept({ record }: { readonly record: PaymentRecord }) {
  const { t, format } = useWords()
  const header = record.authorizations.at(-1)?.header ?? null
  return (
    <>
      {record.quote !== null && (
        <Fold title={t.payment.quote}>
          <Code text={record.quote.raw} />
          {record.quote.notes.length > 0 && (
            <>
              <h3 className="quiet spaced-s">{t.payment.notes}</h3>
              <ul className="plain-list">
                {record.quote.notes.map((note) => (
                  <li key={note}>
                    <SiteText text={note} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Fold>
      )}
      {header !== null && (
        <Fold title={t.payment.payload}>
          <Code text={`${header.name}: ${header.value}`} />
        </Fold>
      )}
      <h2>{t.payment.chain}</h2>
      {record.receipts.length === 0 && <p className="quiet">{t.payment.noReceipt}</p>}
      {record.receipts.map((receipt) => (
        <Receipt key={receipt.id} receipt={receipt} number={format.number(receipt.seq ?? 0)} />
      ))}
    </>
  )
}

function Receipt({ receipt, number }: { readonly receipt: ReceiptRow; readonly number: string }) {
  const { t, format } = useWords()
  return (
    <>
      <dl className="pairs">
        <div>
          <dt>{t.payment.number}</dt>
          <dd>
            {number} <span className="quiet">{format.timeWithSeconds(receipt.createdAt)}</span>
          </dd>
        </div>
        <div>
          <dt>{t.payment.digest}</dt>
          <dd>
            <Address value={receipt.digest} label={t.common.copy} />
          </dd>
        </div>
        <div>
          <dt>{t.payment.before}</dt>
          <dd>
            <Address value={receipt.previous} label={t.common.copy} />
          </dd>
        </div>
      </dl>
      <Fold title={t.payment.body}>
        <Code text={receipt.body} />
      </Fold>
    </>
  )
}

function Code({ text }: { readonly text: string }) {
  const { t } = useWords()
  return (
    <>
      <code className="code">
        <SiteText text={text} limit={Number.POSITIVE_INFINITY} />
      </code>
      <p className="spaced-s">
        <CopyButton text={text} label={t.common.copy} wide />
      </p>
    </>
  )
}
