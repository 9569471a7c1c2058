import type { WalletStatus } from '@/lib/doors/ui-protocol'
import { lastKnown, type Money } from '@/lib/views/balances'

import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Amount } from '../parts/Amount'
import { Fold } from '../parts/Fold'
import { Icon } from '../parts/Icon'
import { dollars } from '../text/amount'
import { usdText } from '../text/usd'
import { Networks } from './Networks'
import { useBalances } from './useBalances'

/** What is there: dollars over default assets, by network under it; unknown is never shown as zero. */
export function Balance({ status }: { readonly status: WalletStatus }) {
  const { t, format } = useWords()
  const balances = useBalances(status)
  const isReading = balances === null || balances.read < balances.all
  return (
    <section className="balance" aria-busy={isReading}>
      <h1 className="sr">{t.home.balance}</h1>
      {balances === null ? <p className="amount is-plain quiet">…</p> : <Sum money={balances.real} />}
      {balances !== null && isReading && (
        <p className="quiet reading" role="status">
          <progress value={balances.read} max={balances.all} aria-label={t.money.readingNetworks} />{' '}
          {t.money.reading(format.number(balances.read), format.number(balances.all))}
        </p>
      )}
      {balances !== null && (
        <>
          <Networks money={balances.real} onRetry={balances.again} />
          {balances.test !== null && (
            <div className="test-money">
              <p>
                <span className="tag">{t.home.testnets}</span>{' '}
                <span className="quiet">{t.home.testnetsMore}</span>
              </p>
              <Networks money={balances.test} onRetry={balances.again} />
            </div>
          )}
          <ByAccount money={balances.real} status={status} />
        </>
      )}
      <div className="pair">
        <button className="btn" type="button" onClick={() => openPage('#/receive')}>
          <Icon name="in" /> {t.home.receive}
        </button>
        <button className="btn" type="button" onClick={() => openPage('#/send')}>
          <Icon name="out" /> {t.money.send}
        </button>
      </div>
    </section>
  )
}

/** The sum, of what was read now; while that goes on, with what was known before in its place. */
function Sum({ money }: { readonly money: Money }) {
  const { t, format } = useWords()
  const shown = money.reading > 0 ? money.soFar : money.usd
  if (shown === null) {
    const last = lastKnown(money.networks)
    return money.reading > 0 ? (
      <p className="amount is-plain quiet" aria-hidden="true">
        …
      </p>
    ) : (
      <>
        <p className="amount amount-long is-plain quiet">{t.home.unknownBalance}</p>
        {last !== null && (
          <p className="quiet">
            {t.money.lastKnown(dollars(usdText(last.usd), format.locale).text, format.ago(last.readAt))}
          </p>
        )}
      </>
    )
  }
  return (
    <div className={money.reading > 0 ? 'is-reading' : undefined}>
      <Amount amount={dollars(usdText(shown), format.locale)} rule="plain" />
      {money.reading === 0 && money.unknown.length > 0 && (
        <p className="amber">{t.money.orMore(money.unknown.length)}</p>
      )}
    </div>
  )
}

/** What each account holds, where more than one holds anything. */
function ByAccount({ money, status }: { readonly money: Money; readonly status: WalletStatus }) {
  const { t, format } = useWords()
  if (money.accounts.length < 2) return null
  return (
    <Fold title={t.money.byAccount}>
      <ul className="nets">
        {money.accounts.map(({ account, usd }) => (
          <li key={account}>
            {status.accounts.find(({ address }) => address === account)?.name}{' '}
            <b>{dollars(usdText(usd), format.locale).text}</b>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
