import { useEffect, useState } from 'react'

import { useWallet } from '../../hooks/useWallet'
import { useWords } from '../../i18n/context'
import { Note } from '../../parts/Note'
import { short } from '../../text/short'
import type { KindProps } from './kinds'

/** A site wants to see an account: which one, a person says. */
export function Connect({ onDraft }: KindProps) {
  const { t } = useWords()
  const { value } = useWallet()
  const [chosen, setChosen] = useState<string | null>(null)
  const accounts = value?.accounts ?? []
  const account = chosen ?? value?.account ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame hears of each choice once
  useEffect(() => onDraft({ account }, account !== null), [account])
  return (
    <>
      <fieldset className="radios">
        <legend>{t.signing.account}</legend>
        {accounts.map(({ address, name }) => (
          <label key={address}>
            <input
              type="radio"
              name="account"
              checked={address === account}
              onChange={() => setChosen(address)}
            />
            <span>
              {name} <span className="mono quiet">{short(address)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="spaced-s">
        <Note tone="plain">
          <p>{t.signing.connectMeans}</p>
        </Note>
      </div>
    </>
  )
}
