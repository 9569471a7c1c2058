import { type FormEvent, useId, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { usePageWords } from '../../i18n/pages'
import { Problem } from '../../parts/Problem'
import { Select } from '../../parts/Select'
import { secretOf } from '../../text/words'
import { AccountLine } from './AccountLine'
import { Section } from './Section'

const LONGEST_NAME = 40

type Props = { readonly status: WalletStatus; readonly onChanged: () => void }

/** The accounts of the wallet: which one pays, and the ways to add, name and remove one. */
export function Accounts({ status, onChanged }: Props) {
  const { t } = usePageWords()
  return (
    <Section id="accounts" title={t.settings.accounts}>
      <ul className="accounts">
        {status.accounts.map((account) => (
          <AccountLine
            key={`${account.address} ${account.name}`}
            account={account}
            isUsed={account.address === status.account}
            onChanged={onChanged}
          />
        ))}
      </ul>
      <AddAccount onChanged={onChanged} />
    </Section>
  )
}

function AddAccount({ onChanged }: Pick<Props, 'onChanged'>) {
  const { t } = usePageWords()
  const words = t.owner.accounts
  const [how, setHow] = useState<'create' | 'import'>('create')
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const action = useAction()
  const nameId = useId()
  const secretId = useId()
  const isReady = name.trim() !== '' && (how === 'create' || secret.trim() !== '') && !action.busy
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    action.run(async () => {
      if (how === 'create') await call('wallet.addAccount', { name: name.trim() })
      else await call('accounts.import', { name: name.trim(), ...secretOf(secret) })
      setName('')
      setSecret('')
      onChanged()
    })
  }
  const code = action.error?.code
  return (
    <form className="add-account" onSubmit={add}>
      <Select
        label={words.how}
        value={how}
        options={[['create', words.create] as const, ['import', words.import] as const]}
        onChange={setHow}
      />
      <div className="field">
        <label htmlFor={nameId}>{t.settings.accountName}</label>
        <input
          className="input"
          id={nameId}
          value={name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {how === 'import' && (
        <div className="field whole">
          <label htmlFor={secretId}>{words.secret}</label>
          <textarea
            className="input"
            id={secretId}
            rows={2}
            value={secret}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={`${secretId}-more`}
            onChange={(event) => setSecret(event.target.value)}
          />
          <p className="quiet" id={`${secretId}-more`}>
            {words.secretMore}
          </p>
        </div>
      )}
      <div className="row-end whole">
        <button className="btn" type="submit" disabled={!isReady}>
          {t.settings.addAccount}
        </button>
      </div>
      <div className="whole">
        {code === 'exists' || code === 'bad-words' || code === 'bad-key' ? (
          <p className="red" role="alert">
            {code === 'exists' ? words.exists : words.badSecret}
          </p>
        ) : (
          <Problem error={action.error} />
        )}
      </div>
    </form>
  )
}
