import { type FormEvent, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useGuarded } from '../../hooks/useGuarded'
import { usePageWords } from '../../i18n/pages'
import { Address } from '../../parts/Address'
import { Confirm } from '../../parts/Confirm'
import { Note } from '../../parts/Note'
import { Problem } from '../../parts/Problem'
import { SiteText } from '../../parts/SiteText'
import { TextField } from '../../parts/TextField'

type Props = {
  readonly account: WalletStatus['accounts'][number]
  readonly isUsed: boolean
  readonly onChanged: () => void
}

/** One account: its addresses, and the ways to use it, name it, and let it go. */
export function AccountLine({ account, isUsed, onChanged }: Props) {
  const { t } = usePageWords()
  const [opened, setOpened] = useState<'name' | 'remove' | null>(null)
  const [name, setName] = useState(account.name)
  const action = useAction()
  const removing = useGuarded(onChanged)
  // A key that was imported has no Solana address.
  const isImported = account.solana === null
  const close = () => {
    setOpened(null)
    onChanged()
  }
  const use = () =>
    action.run(async () => {
      await call('wallet.selectAccount', { address: account.address })
      onChanged()
    })
  const rename = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      await call('accounts.rename', { address: account.address, name })
      close()
    })
  }
  const remove = () =>
    removing.apply((password) => call('accounts.remove', { address: account.address, ...password }))
  const toggle = (which: 'name' | 'remove') => setOpened(opened === which ? null : which)
  return (
    <li>
      <div>
        <b>
          <SiteText text={account.name} limit={40} />
        </b>{' '}
        <Address value={account.address} />
        {account.solana !== null && (
          <>
            {' '}
            <Address value={account.solana} /> <span className="quiet">{t.solana.account}</span>
          </>
        )}{' '}
        {isImported && <span className="tag">{t.owner.accounts.imported}</span>}
      </div>
      <span className="row-links">
        <button
          className="link"
          type="button"
          aria-label={t.owner.accounts.renameOf(account.name)}
          aria-expanded={opened === 'name'}
          onClick={() => toggle('name')}
        >
          {t.owner.accounts.rename}
        </button>
        {isUsed ? (
          <span className="tag">{t.settings.inUse}</span>
        ) : (
          <>
            <a className="link" href={`#/send/${account.address}`} aria-label={t.money.topUpOf(account.name)}>
              {t.money.topUp}
            </a>
            <button
              className="link"
              type="button"
              aria-label={t.owner.accounts.removeOf(account.name)}
              aria-expanded={opened === 'remove'}
              onClick={() => toggle('remove')}
            >
              {t.owner.accounts.remove}
            </button>
            <button
              className="btn btn-small"
              type="button"
              aria-label={`${t.settings.use}: ${account.name}`}
              disabled={action.busy}
              onClick={use}
            >
              {t.settings.use}
            </button>
          </>
        )}
      </span>
      <div className="account-more">
        {opened === 'name' && (
          <form className="edit-form" onSubmit={rename}>
            <TextField label={t.owner.accounts.name} value={name} onChange={setName} focus />
            <button className="btn" type="submit" disabled={name.trim() === '' || action.busy}>
              {t.common.save}
            </button>
          </form>
        )}
        {opened === 'remove' && (
          <>
            <Note tone={isImported ? 'red' : 'amber'}>
              <p>{isImported ? t.owner.accounts.removeImported : t.owner.accounts.removeDerived}</p>
            </Note>
            {removing.action.error?.code === 'held' && (
              <p className="red" role="alert">
                {t.owner.accounts.removeHeld}
              </p>
            )}
            {!removing.isPending && (
              <button className="btn" type="button" disabled={removing.action.busy} onClick={remove}>
                {t.owner.accounts.removeNow}
              </button>
            )}
            {removing.action.error?.code !== 'held' && (
              <Confirm change={removing} label={t.owner.accounts.removePassword} />
            )}
          </>
        )}
        <Problem error={action.error} />
      </div>
    </li>
  )
}
