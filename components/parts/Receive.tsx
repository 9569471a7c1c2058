import { useAnswer } from '../hooks/useAnswer'
import { useWords } from '../i18n/context'
import { CopyButton } from './CopyButton'

const FOUR = /.{1,4}/g

/** The address to pay into, in groups of four as it is compared by eye, and the ways to get USDC there. */
export function Receive({
  address,
  solana,
}: {
  readonly address: string
  /** base58; null where the account has none */
  readonly solana: string | null
}) {
  const { t } = useWords()
  const groups = address.slice(2).match(FOUR) ?? []
  return (
    <>
      <section>
        <h2 className="label">{t.welcome.yourAddress}</h2>
        <p className="mono address" translate="no">
          0x{groups.map((group, index) => (index === 0 ? group : ` ${group}`))}
        </p>
        <CopyButton text={address} label={t.common.copyAddress} wide />
      </section>
      {solana !== null && (
        <section>
          <h2 className="label">{t.solana.yourAddress}</h2>
          <p className="mono address" translate="no">
            {(solana.match(FOUR) ?? []).join(' ')}
          </p>
          <CopyButton text={solana} label={t.solana.copyAddress} wide />
        </section>
      )}
      <section>
        <h2 className="strong">{t.welcome.ways}</h2>
        <ul className="plain-list">
          <li>{t.welcome.wayExchange}</li>
          <li>{t.welcome.wayWallet}</li>
          <li>{t.welcome.wayTest}</li>
        </ul>
        <p className="quiet">{t.welcome.onlyThese}</p>
      </section>
    </>
  )
}

/** The line above the address: on which networks money may come. */
export function useFundLede(): string {
  const { t, format } = useWords()
  const { value: settings } = useAnswer('settings.get', undefined, null)
  const real = settings?.networks.filter((network) => !network.testnet).map((network) => network.name) ?? []
  return real.length === 0 ? '' : t.welcome.fundMore(format.list(real))
}
