import type { Money, NetworkMoney } from '@/lib/views/balances'

import { useWords } from '../i18n/context'
import { Fold } from '../parts/Fold'
import { cents } from '../text/amount'
import { usdText } from '../text/usd'

type Props = { readonly money: Money; readonly onRetry: () => void }

/** Where money is, and what is not known: with the last amount and its age, and never left out. */
export function Networks({ money, onRetry }: Props) {
  const { t, format } = useWords()
  const amount = (usd: bigint) => cents(usdText(usd), format.locale)
  const holding = money.networks.filter(
    ({ usd, last, state }) => (usd ?? 0n) > 0n || (state === 'reading' && (last?.usd ?? 0n) > 0n),
  )
  // Where money was once seen it is missed; of the others it is enough to name them.
  const missed = money.unknown.filter(({ last }) => (last?.usd ?? 0n) > 0n)
  const silent = money.unknown.filter((network) => !missed.includes(network))
  const old = ({ name, last }: NetworkMoney) =>
    last !== null && (
      <li key={name} className="amber">
        {name} {t.home.unknownBalance}{' '}
        <span className="quiet">{t.money.was(amount(last.usd), format.ago(last.readAt))}</span>
      </li>
    )
  return (
    <>
      <ul className="nets">
        {holding.map(({ network, name, usd, last }) => (
          <li key={network} className={usd === null ? 'is-reading' : undefined}>
            {name} <b>{amount(usd ?? last?.usd ?? 0n)}</b>
          </li>
        ))}
        {missed.map(old)}
      </ul>
      {money.reading === 0 && money.unknown.length > 0 && (
        <Fold title={t.home.unread(money.unknown.length)}>
          {silent.length > 0 && <p className="amber">{format.list(silent.map(({ name }) => name))}</p>}
          <button className="btn btn-small" type="button" onClick={onRetry}>
            {t.common.tryAgain}
          </button>
        </Fold>
      )}
    </>
  )
}
