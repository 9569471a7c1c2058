import { type FormEvent, useId, useState } from 'react'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { keepStorage } from '../../keep-storage'
import { Frame } from '../../parts/Frame'
import { type Chosen, isChosen, NewPassword } from '../../parts/NewPassword'
import { Problem } from '../../parts/Problem'
import { secretOf } from '../../text/words'

type Props = {
  /** the words to write down; null where they came from the person */ readonly onMade: (
    words: string | null,
  ) => void
}

/** Step 1: a new wallet or an imported one, and its password. */
export function Create({ onMade }: Props) {
  const { t } = useWords()
  const [isImport, setImport] = useState(false)
  const [secret, setSecret] = useState('')
  const [chosen, setChosen] = useState<Chosen>({ first: '', second: '' })
  const action = useAction()
  const secretId = useId()
  const formId = useId()
  const isReady = isChosen(chosen) && (!isImport || secret.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    action.run(async () => {
      const { words } = await call('wallet.create', {
        ...(isImport ? secretOf(secret) : {}),
        password: chosen.first,
      })
      void keepStorage()
      onMade(isImport ? null : words)
    })
  }
  const way = (imports: boolean, name: string, more: string) => (
    <label>
      <input type="radio" name="how" checked={isImport === imports} onChange={() => setImport(imports)} />
      <b>{name}</b>
      <span>{more}</span>
    </label>
  )
  return (
    <Frame
      step={1}
      title={t.home.noWallet}
      lede={t.home.noWalletMore}
      foot={
        <div className="actions one">
          <button
            className="btn btn-tall btn-pay"
            type="submit"
            form={formId}
            disabled={!isReady || action.busy}
          >
            {action.busy ? t.welcome.working : t.welcome.continue}
          </button>
        </div>
      }
    >
      <form id={formId} className="steps-form" onSubmit={submit}>
        <fieldset className="choice">
          <legend className="sr">{t.welcome.startWith}</legend>
          {way(false, t.welcome.create, t.welcome.createMore)}
          {way(true, t.welcome.import, t.welcome.importMore)}
        </fieldset>
        {isImport && (
          <div className="field">
            <label htmlFor={secretId}>{t.welcome.secret}</label>
            <textarea
              className="input"
              id={secretId}
              rows={3}
              value={secret}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={`${secretId}-more`}
              onChange={(event) => setSecret(event.target.value)}
            />
            <p className="quiet" id={`${secretId}-more`}>
              {t.welcome.secretMore}
            </p>
          </div>
        )}
        <NewPassword label={t.welcome.passwordHere} value={chosen} onChange={setChosen} />
        <Problem error={action.error} />
      </form>
    </Frame>
  )
}
