import { type FormEvent, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useGuarded } from '../../hooks/useGuarded'
import { usePageWords } from '../../i18n/pages'
import { Confirm } from '../../parts/Confirm'
import { Note } from '../../parts/Note'
import { TextField } from '../../parts/TextField'
import { DataRow } from './DataRow'

type Props = { readonly status: WalletStatus; readonly onChanged: () => void }

/** Erasing everything: what is lost is said first, and a word has to be typed. The first run comes after it. */
export default function EraseRow({ status, onChanged }: Props) {
  const { t } = usePageWords()
  const words = t.owner.data
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const change = useGuarded(() => {
    localStorage.clear()
    onChanged()
  })
  const isTyped = typed.trim() === words.eraseWord
  const erase = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) change.apply((password) => call('wallet.erase', { ...password }))
  }
  return (
    <DataRow
      name={words.erase}
      more={words.eraseMore}
      button={
        <button className="btn" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.eraseOpen}
        </button>
      }
    >
      {isOpen && (
        <>
          <Note tone="red">
            <p>
              {words.eraseWords} {!status.backedUp && <b>{words.eraseUnchecked}</b>}{' '}
              {status.accounts.length > 1 &&
                status.accounts.some((a) => a.solana === null) &&
                words.eraseImported}
            </p>
          </Note>
          <form className="edit-form" onSubmit={erase}>
            <TextField label={words.eraseType(words.eraseWord)} value={typed} onChange={setTyped} focus />
            <button
              className="btn"
              type="submit"
              disabled={!isTyped || change.action.busy || change.isPending}
            >
              {words.erase}
            </button>
          </form>
          <Confirm change={change} label={words.erasePassword} />
        </>
      )}
    </DataRow>
  )
}
