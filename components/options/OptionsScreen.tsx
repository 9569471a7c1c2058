import { lazy, Suspense } from 'react'

import { useWallet } from '../hooks/useWallet'
import { useWords } from '../i18n/context'
import { Fold } from '../parts/Fold'
import { Message } from '../parts/Message'
import { PauseButton, PausedBand } from '../parts/Pause'
import { Top } from '../parts/Top'
import { Unlock } from '../parts/Unlock'
import { Activity } from './activity/Activity'
import { Budgets } from './budgets/Budgets'
import { Outstanding } from './outstanding/Outstanding'
import { Page } from './Page'
import { useRoute } from './route'
import { Welcome } from './welcome/Welcome'

/** Loaded only where they are shown. */
const Developer = lazy(() => import('./developer/Developer'))
const EraseRow = lazy(() => import('./settings/EraseRow'))
const NewMandate = lazy(() => import('./budgets/NewMandate'))
const Payment = lazy(async () => ({ default: (await import('./payment/Payment')).Payment }))
const Recovery = lazy(async () => ({ default: (await import('./recovery/Recovery')).Recovery }))
const HomePage = lazy(() => import('./HomePage'))
const ReceivePage = lazy(() => import('./receive/ReceivePage'))
const SendPage = lazy(() => import('./send/SendPage'))
const Settings = lazy(() => import('./settings/Settings'))
const Sites = lazy(() => import('./sites/Sites'))
const Site = lazy(() => import('./sites/Site'))

/** The full page: first run, activity, one payment, settings. */
export function OptionsScreen() {
  const { t } = useWords()
  const wallet = useWallet()
  const route = useRoute()
  const status = wallet.value
  if (status === undefined) {
    return (
      <div className="screen first">
        <Top />
        {wallet.error === null ? (
          <Message title="" lede={t.common.loading} />
        ) : (
          <Message title={t.common.noAnswer} onRetry={wallet.refresh} />
        )}
      </div>
    )
  }
  if (status.vault === 'broken' || route.page === 'recovery')
    return (
      <Suspense>
        <Recovery status={status} onChanged={wallet.refresh} />
      </Suspense>
    )
  if (status.vault === 'none' || route.page === 'welcome')
    return <Welcome status={status} onChanged={wallet.refresh} />
  if (status.vault === 'locked') {
    return (
      <div className="screen first">
        <Top strokes={status.paused ? 'apart' : 'met'}>
          <PauseButton status={status} onChanged={wallet.refresh} />
        </Top>
        <PausedBand status={status} />
        <Unlock
          lede={status.waiting > 0 ? t.lock.waiting(status.waiting) : ''}
          focus
          onUnlocked={wallet.refresh}
        />
        <div className="forgot">
          <Fold title={t.lock.forgot}>
            <p className="quiet">{t.lock.forgotMore}</p>
            <Suspense>
              <ul className="setlist datalist">
                <EraseRow status={status} onChanged={wallet.refresh} />
              </ul>
            </Suspense>
          </Fold>
        </div>
      </div>
    )
  }
  return (
    <Page status={status} current={route.page} onChanged={wallet.refresh}>
      {route.page === 'payment' ? (
        <Suspense>
          <Payment key={route.id} id={route.id} />
        </Suspense>
      ) : route.page === 'settings' ? (
        <Suspense>
          <Settings status={status} onChanged={wallet.refresh} />
        </Suspense>
      ) : route.page === 'budgets' ? (
        <Budgets mandate={route.mandate} />
      ) : route.page === 'developer' ? (
        <Suspense>
          <Developer />
        </Suspense>
      ) : route.page === 'mandate' ? (
        <Suspense>
          <NewMandate key={route.origin} origin={route.origin} status={status} />
        </Suspense>
      ) : route.page === 'sites' ? (
        <Suspense>
          {route.origin === null ? <Sites /> : <Site key={route.origin} origin={route.origin} />}
        </Suspense>
      ) : route.page === 'outstanding' ? (
        <Outstanding />
      ) : route.page === 'home' ? (
        <Suspense>
          <HomePage status={status} />
        </Suspense>
      ) : route.page === 'receive' ? (
        <Suspense>
          <ReceivePage status={status} />
        </Suspense>
      ) : route.page === 'send' ? (
        <Suspense>
          <SendPage key={route.to} status={status} to={route.to} />
        </Suspense>
      ) : (
        <Activity />
      )}
    </Page>
  )
}
