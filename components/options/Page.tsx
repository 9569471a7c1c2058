import type { ReactNode } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useWords } from '../i18n/context'
import { Mark } from '../parts/Mark'
import { PausedBand } from '../parts/Pause'
import { Problem } from '../parts/Problem'
import { Switch } from '../parts/Switch'
import { BackupBanner } from './BackupBanner'
import type { Route } from './route'

type Props = {
  readonly status: WalletStatus
  readonly current: Route['page']
  readonly onChanged: () => void
  readonly children: ReactNode
}

/** The frame of the full page: where one is, where one can go, and the pause switch, always in sight. */
export function Page({ status, current, onChanged, children }: Props) {
  const { t } = useWords()
  const action = useAction()
  const pause = (paused: boolean) =>
    action.run(async () => {
      await call('wallet.pause', { paused })
      onChanged()
    })
  const link = (page: Route['page'], name: string, isHere: boolean) => (
    <a href={`#/${page}`} aria-current={isHere ? 'page' : undefined}>
      {name}
    </a>
  )
  return (
    <div className="screen page">
      <header className="top">
        <a className="brand" href="#/home">
          <Mark strokes={status.paused ? 'apart' : 'met'} /> {t.brand}
        </a>
        <nav className="nav" aria-label={t.settings.pages}>
          {link('home', t.money.home, current === 'home' || current === 'receive' || current === 'send')}
          {link('activity', t.activity.title, current === 'activity' || current === 'payment')}
          {link('outstanding', t.outstandingWords.title, current === 'outstanding')}
          {link('budgets', t.budgets.title, current === 'budgets' || current === 'mandate')}
          {link('sites', t.settings.sites, current === 'sites')}
          {link('settings', t.settings.title, current === 'settings')}
        </nav>
        <Switch label={t.pause.label} on={status.paused} onChange={pause} />
      </header>
      <PausedBand status={status} />
      {!status.backedUp && <BackupBanner />}
      <main className="main">
        <Problem error={action.error} />
        {children}
      </main>
    </div>
  )
}
