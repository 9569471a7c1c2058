import { useWords } from '../../i18n/context'
import { Frame } from '../../parts/Frame'
import { Receive, useFundLede } from '../../parts/Receive'

/** Step 4: how to get money in. */
export function Fund({
  address,
  solana,
}: {
  readonly address: string | null
  readonly solana: string | null
}) {
  const { t } = useWords()
  const lede = useFundLede()
  const done = () => {
    location.hash = '#/activity'
  }
  return (
    <Frame
      step={4}
      title={t.welcome.fundTitle}
      lede={lede}
      foot={
        <div className="actions one">
          <button className="btn btn-tall btn-pay" type="button" onClick={done}>
            {t.common.done}
          </button>
        </div>
      }
    >
      {address !== null && <Receive address={address} solana={solana} />}
    </Frame>
  )
}
