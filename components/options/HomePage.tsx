import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { Automatic } from '../home/Automatic'
import { Balance } from '../home/Balance'
import { Last } from '../home/Last'
import { NetworkTrouble } from '../home/NetworkTrouble'
import { Today } from '../home/Today'
import { Waiting } from '../home/Waiting'
import { useTitle } from '../hooks/useTitle'
import { useWords } from '../i18n/context'
import { Rebuild } from '../notices/Rebuild'
import { Strangers } from '../notices/Strangers'

/** The first screen as a page: the money and what waits on one side, limits and payments on the other. */
export default function HomePage({ status }: { readonly status: WalletStatus }) {
  const { t } = useWords()
  useTitle(t.home.balance)
  return (
    <div className="home-page">
      <Strangers />
      <Rebuild />
      <NetworkTrouble />
      <div className="home-sides">
        <div>
          <Balance status={status} />
          <Waiting />
          <Automatic />
        </div>
        <div>
          <Today />
          <Last />
        </div>
      </div>
    </div>
  )
}
