import { useTitle } from '../hooks/useTitle'
import { useWords } from '../i18n/context'
import { Receive, useFundLede } from '../parts/Receive'

/** The address to receive at, as a page of its own. */
export function FundPage({
  address,
  solana,
}: {
  readonly address: string | null
  readonly solana: string | null
}) {
  const { t } = useWords()
  useTitle(t.welcome.fundTitle)
  const lede = useFundLede()
  return (
    <div className="stack-wide">
      <div>
        <h1 className="title">{t.welcome.fundTitle}</h1>
        <p className="lede">{lede}</p>
      </div>
      {address !== null && <Receive address={address} solana={solana} />}
    </div>
  )
}
