import { type FormEvent, useId, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Address } from '../../parts/Address'
import { Problem } from '../../parts/Problem'
import { Section } from './Section'

const LONGEST_NAME = 40

/** The accounts of the wallet: which one pays, and one more. */
export function Accounts({
  status,
  onChanged,
}: {
  readonly status: WalletStatus
  readonly onChanged: () => void
}) {
  const { t } = useWords()
  const [name, setName] = useState('')
  const action = useAction()
  const id = useId()
  const use = (address: string) =>
    action.run(async () => {
      await call('wallet.selectAccount', { address })
      onChanged()
    })
  const add = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      await call('wallet.addAccount', { name: name.trim() })
      setName('')
      onChanged()
    })
  }
  return (
    <Section title={t.settings.accounts}>
      <ul className="accounts">
        {status.accounts.map((account) => (
          <li key={account.address}>
            <div>
              <b>{account.name}</b> <Address value={account.address} />
              {account.solana !== null && (
                <>
                  {' '}
                  <Address value={account.solana} /> <span className="quiet">{t.solana.account}</span>
                </>
              )}
            </div>
            {account.address === status.account ? (
              <span className="tag">{t.settings.inUse}</span>
            ) : (
              <button
                className="btn btn-small"
                type="button"
                aria-label={`${t.settings.use}: ${account.name}`}
                disabled={action.busy}
                onClick={() => use(account.address)}
              >
                {t.settings.use}
              </button>
            )}
          </li>
        ))}
      </ul>
      <form className="field" onSubmit={add}>
        <label htmlFor={id}>{t.settings.accountName}</label>
        <div className="rpc">
          <input
            className="input"
            id={id}
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <button className="btn" type="submit" disabled={name.trim() === '' || action.busy}>
            {t.settings.addAccount}
          </button>
        </div>
      </form>
      <Problem error={action.error} />
    </Section>
  )
}
