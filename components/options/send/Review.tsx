import { useState } from 'react'

import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { coinOf, isNative, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import type { NoSend } from '@/lib/doors/ui-money'
import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Amount } from '../../parts/Amount'
import { Note } from '../../parts/Note'
import { Problem } from '../../parts/Problem'
import { fromAtomic, units } from '../../text/amount'
import { wordsOf } from './SendForm'
import type { Planned } from './SendPage'

const FOUR = /.{1,4}/g

type Props = {
  readonly status: WalletStatus
  readonly planned: Planned
  readonly onBack: () => void
  readonly onAsked: (paymentId: string) => void
}

/** What would be sent, with its fee and what is unusual about it; from here it goes to the approval window. */
export function Review({ status, planned: { terms, plan }, onBack, onAsked }: Props) {
  const { t, format } = useWords()
  const action = useAction()
  const [fault, setFault] = useState<NoSend | null>(null)
  const { symbol } = coinOf(terms.network)
  const token = isNative(terms.asset)
    ? { symbol, decimals: NATIVE_DECIMALS }
    : (findDefaultAsset(terms.network, terms.asset) ?? { symbol: '', decimals: 0 })
  const name = status.accounts.find(({ address }) => address === plan.to)?.name
  const fee = `${units(fromAtomic(plan.fee, NATIVE_DECIMALS), format.locale).text} ${symbol}`
  const send = () =>
    action.run(async () => {
      // The very numbers that stand here: `max` may mean more by now.
      const answer = await call('wallet.send', { ...terms, amount: plan.amount, ask: true })
      if ('cannot' in answer) setFault(answer)
      else if ('paymentId' in answer) onAsked(answer.paymentId)
    })
  return (
    <section aria-label={t.money.review}>
      <Amount amount={units(fromAtomic(plan.amount, token.decimals), format.locale)} />
      <p className="exact">{token.symbol}</p>
      {plan.like !== null && (
        <Note tone="red">
          <p>
            <b>{t.money.like}</b> {t.money.likeMore(plan.like)}
          </p>
        </Note>
      )}
      {plan.isFirst && (
        <Note tone="amber">
          <p>
            <b>{t.money.first}</b> {t.money.firstMore}
          </p>
        </Note>
      )}
      <dl className="terms">
        <dt>{t.money.payee}</dt>
        <dd>
          <span className="mono w" translate="no">
            0x{(plan.to.slice(2).match(FOUR) ?? []).join(' ')}
          </span>
          {plan.isOwn && name !== undefined && <span className="quiet">{t.money.ownAccount(name)}</span>}
        </dd>
        <dt>{t.money.fee}</dt>
        <dd>
          {t.money.feeMost(fee)} <span className="quiet">{t.money.feeRollup}</span>
        </dd>
      </dl>
      <p className="quiet">{plan.isOwn ? t.money.countsNot : t.money.counts}</p>
      {fault !== null && (
        <Note tone="red">
          <p>{wordsOf(fault, t)}</p>
        </Note>
      )}
      <Problem error={action.error} />
      <div className="row-end">
        <button className="btn" type="button" onClick={onBack}>
          {t.money.back}
        </button>
        <button className="btn btn-pay" type="button" disabled={action.busy} onClick={send}>
          {t.money.confirm}
        </button>
      </div>
    </section>
  )
}
