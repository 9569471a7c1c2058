import { useMemo } from 'react'
import type { ApprovalView } from '@/lib/doors/ui-protocol'
import { moneyOf } from '@/lib/schemes/evm/money'

import { useWords } from '../i18n/context'
import { Address } from '../parts/Address'
import { typedDataOf } from '../text/typed-fields'

/** What a page's own typed data lets be done with the money, in words. */
export function Grants({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const data = view.action?.data
  const movement = useMemo(() => {
    const typed = data === undefined ? null : typedDataOf(data)
    const money = typed === null ? null : moneyOf(typed, Math.floor(Date.now() / 1_000))
    return money !== null && 'amount' in money ? money : null
  }, [data])
  if (movement === null) return null
  const { kind, spender, x402, validBefore } = movement
  const means = x402 === null ? t.signing.grants[kind] : t.signing.grants['permit2-x402']
  return (
    <>
      <dt>{t.signing.grantsTerm}</dt>
      <dd>
        <span>{means}</span>
        {spender !== null && x402 !== null && (
          <span className="quiet">
            {t.signing.through} <Address value={spender} />
          </span>
        )}
        <span className="quiet">{t.signing.handedIn(format.moment(Number(validBefore) * 1_000))}</span>
      </dd>
    </>
  )
}
