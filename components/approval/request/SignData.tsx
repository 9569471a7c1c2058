import { Fragment, useMemo } from 'react'

import type { TypedDataDetail } from '@/lib/provider/eip1193/message'

import { useWords } from '../../i18n/context'
import { Address } from '../../parts/Address'
import { Note } from '../../parts/Note'
import { SiteText } from '../../parts/SiteText'
import { typedDataOf, typedFields } from '../../text/typed-fields'
import type { KindProps } from './kinds'

/** Typed data that the wallet knows no meaning of: every field that would be signed, and nothing of ours. */
export function SignData({ view }: KindProps) {
  const { t } = useWords()
  const { account, data } = view.detail as TypedDataDetail
  const typed = useMemo(() => typedDataOf(data), [data])
  const isCancel = typed?.primaryType === 'CancelAuthorization'
  return (
    <>
      <Note tone={isCancel ? 'plain' : 'amber'}>
        <p>{isCancel ? t.signing.cancelMeans : t.signing.dataMeans}</p>
      </Note>
      <dl className="terms">
        <dt>{t.signing.with}</dt>
        <dd>
          <Address value={account} />
        </dd>
      </dl>
      <h2 className="quiet spaced-s">{t.signing.everyField}</h2>
      <dl className="raw raw-stack">
        {(typed === null ? [] : typedFields(typed)).map(({ name, value }) => (
          <Fragment key={name}>
            <dt>
              <SiteText text={name} limit={Number.POSITIVE_INFINITY} />
            </dt>
            <dd>
              <SiteText text={value} limit={Number.POSITIVE_INFINITY} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
