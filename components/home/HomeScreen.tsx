import { browser } from 'wxt/browser'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { type Action, useAction } from '../hooks/useAction'
import { useTitle } from '../hooks/useTitle'
import { useWallet } from '../hooks/useWallet'
import { useWords } from '../i18n/context'
import { Rebuild } from '../notices/Rebuild'
import { Strangers } from '../notices/Strangers'
import { openPage } from '../open'
import { Icon } from '../parts/Icon'
import { Mark } from '../parts/Mark'
import { Message } from '../parts/Message'
import { Note } from '../parts/Note'
import { Problem } from '../parts/Problem'
import { Switch } from '../parts/Switch'
import { Top } from '../parts/Top'
import { Unlock } from '../parts/Unlock'
import { Automatic } from './Automatic'
import { Balance } from './Balance'
import { Last } from './Last'
import { NetworkTrouble } from './NetworkTrouble'
import { Today } from './Today'
import { Waiting } from './Waiting'

/** The first screen, in the popup and in the side panel. */
export function HomeScreen() {
  const { t } = useWords()
  useTitle(t.home.balance)
  const wallet = useWallet()
  const status = wallet.value
  const pausing = useAction()
  if (status === undefined) {
    return (
      <div className="screen home">
        <Top />
        {wallet.error === null ? (
          <Message title="" lede={t.common.loading} />
        ) : (
          <Message title={t.common.noAnswer} onRetry={wallet.refresh} />
        )}
      </div>
    )
  }
  if (status.vault === 'none') {
    const begin = () => openPage('#/welcome')
    return (
      <div className="screen home">
        <Top />
        <Message title={t.home.noWallet} lede={t.home.noWalletMore} action={t.home.start} onAction={begin} />
      </div>
    )
  }
  if (status.vault === 'broken') {
    const begin = () => openPage('#/recovery')
    return (
      <div className="screen home">
        <Top />
        <Message title={t.watch.broken} lede={t.watch.brokenMore} action={t.watch.recover} onAction={begin} />
      </div>
    )
  }
  const isLocked = status.vault === 'locked'
  return (
    <div className="screen home">
      <Top strokes={status.paused ? 'apart' : 'met'}>{!isLocked && <Tools onLocked={wallet.refresh} />}</Top>
      {isLocked ? (
        <Unlock
          lede={status.waiting > 0 ? t.lock.waiting(status.waiting) : ''}
          focus
          onUnlocked={wallet.refresh}
        />
      ) : (
        <Unlocked status={status} />
      )}
      <PauseSwitch status={status} action={pausing} onChanged={wallet.refresh} />
    </div>
  )
}

function Tools({ onLocked }: { readonly onLocked: () => void }) {
  const { t } = useWords()
  const action = useAction()
  const lock = () =>
    action.run(async () => {
      await call('wallet.lock', undefined)
      onLocked()
    })
  return (
    <span className="tools">
      <button className="icon-btn" type="button" aria-label={t.lock.lock} title={t.lock.lock} onClick={lock}>
        <Icon name="lock" />
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={t.common.settings}
        title={t.common.settings}
        onClick={() => openPage('#/settings')}
      >
        <Icon name="sliders" />
      </button>
    </span>
  )
}

function Unlocked({ status }: { readonly status: WalletStatus }) {
  const { t } = useWords()
  const grant = () => void browser.permissions.request({ origins: ['<all_urls>'] })
  return (
    <>
      {status.paused && (
        <div className="band" role="status">
          <Mark strokes="apart" size={16} />
          <span>
            <b>{t.pause.paused}</b> {t.pause.nothingSigned}
          </span>
        </div>
      )}
      <main className="main">
        {status.needsAccess && (
          <Note tone="amber">
            <p>
              <b>{t.home.needsAccess}</b> {t.home.needsAccessMore}
            </p>
            <button className="btn btn-small" type="button" onClick={grant}>
              {t.home.grant}
            </button>
          </Note>
        )}
        {!status.backedUp && (
          <Note tone="amber">
            <p>
              <b>{t.home.backup}</b> {t.home.backupMore}
            </p>
            <button className="btn btn-small" type="button" onClick={() => openPage('#/settings')}>
              {t.home.checkNow}
            </button>
          </Note>
        )}
        <Strangers />
        <Rebuild />
        <Balance status={status} />
        <NetworkTrouble />
        <Waiting />
        <Automatic />
        <Today />
        <Last />
      </main>
    </>
  )
}

type PauseProps = { readonly status: WalletStatus; readonly action: Action; readonly onChanged: () => void }

/** Pausing works while locked; resuming does not. */
function PauseSwitch({ status, action, onChanged }: PauseProps) {
  const { t } = useWords()
  const set = (paused: boolean) =>
    action.run(async () => {
      await call('wallet.pause', { paused })
      onChanged()
    })
  const isStuck = status.paused && status.vault === 'locked'
  return (
    <footer className="foot foot-switch">
      <Switch
        label={t.pause.label}
        {...(isStuck ? { more: t.pause.unlockFirst } : {})}
        icon={<Mark strokes="apart" tone="st-off" size={16} />}
        on={status.paused}
        disabled={isStuck}
        onChange={set}
      />
      <Problem error={action.error} />
    </footer>
  )
}
