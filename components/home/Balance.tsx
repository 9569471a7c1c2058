import { totalsChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Amount } from '../parts/Amount'
import { Fold } from '../parts/Fold'
import { Icon } from '../parts/Icon'
import { dollars, units } from '../text/amount'
import { type Total, totalOf } from './totals'

/** What is there: dollars over default assets, by network under it; unknown is never shown as zero. */
export function Balance() {
  const { t, format } = useWords()
  const { value: balances, error } = useAnswer('balances', undefined, useLive(totalsChanged, []))
  const real = totalOf(balances ?? [], false)
  const test = totalOf(balances ?? [], true)
  const isWaiting = balances === undefined && error === null
  return (
    <section className="balance" aria-busy={isWaiting}>
      <h1 className="sr">{t.home.balance}</h1>
      {isWaiting ? (
        <p className="amount is-plain quiet" aria-hidden="true">
          …
        </p>
      ) : real.known === null ? (
        <p className="amount amount-long is-plain quiet">{t.home.unknownBalance}</p>
      ) : (
        <Amount amount={dollars(real.known, format.locale)} rule="plain" />
      )}
      <Networks total={real} />
      {test.networks.length > 0 && (
        <div className="test-money">
          <p>
            <span className="tag">{t.home.testnets}</span>{' '}
            <span className="quiet">{t.home.testnetsMore}</span>
          </p>
          <Networks total={test} />
        </div>
      )}
      <button className="btn wide" type="button" onClick={() => openPage('#/fund')}>
        <Icon name="in" /> {t.home.receive}
      </button>
    </section>
  )
}

/** Where money is, and, folded, which networks could not be read: unknown, and so never left out. */
function Networks({ total }: { readonly total: Total }) {
  const { t, format } = useWords()
  const holding = total.networks.filter(({ amount }) => amount !== null && amount !== '0')
  return (
    <>
      <ul className="nets">
        {holding.map(({ name, amount }) => (
          <li key={name}>
            {name} <b>{units(amount ?? '0', format.locale).text}</b>
          </li>
        ))}
      </ul>
      {total.unread.length > 0 && (
        <Fold title={t.home.unread(total.unread.length)}>
          <p className="amber">{format.list(total.unread)}</p>
        </Fold>
      )}
    </>
  )
}
