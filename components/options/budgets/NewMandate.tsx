import { type FormEvent, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'
import { documentsChanged } from '@/lib/ledger/read/changes'

import { call } from '../../client'
import { useAnswer } from '../../hooks/useAnswer'
import { useGuarded } from '../../hooks/useGuarded'
import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { usePageWords } from '../../i18n/pages'
import { Confirm } from '../../parts/Confirm'
import { Problem } from '../../parts/Problem'
import { choicesOf } from './asset-choices'
import { MandateHow } from './MandateHow'
import { MandateMoney } from './MandateMoney'
import { MandateWho } from './MandateWho'
import { type NewMandate as Draft, emptyMandate, faultsOf, termsOfNew } from './new-mandate-draft'

/** The page on which the owner gives a mandate that nobody asked for. */
export default function NewMandate({
  origin,
  status,
}: {
  readonly origin: string
  readonly status: WalletStatus
}) {
  const { t } = usePageWords()
  useTitle(t.newMandate.title)
  const settings = useAnswer('settings.get', undefined, useLive(documentsChanged, []))
  return (
    <>
      <h1 className="title">{t.newMandate.title}</h1>
      <p className="lede">{t.newMandate.lede}</p>
      <Problem error={settings.error} />
      {settings.value !== undefined && (
        <MandateForm
          origin={origin}
          status={status}
          testnets={settings.value.testnets}
          spending={settings.value.spendingAccount}
          choices={choicesOf(settings.value)}
        />
      )}
    </>
  )
}

type FormProps = {
  readonly origin: string
  readonly status: WalletStatus
  readonly testnets: boolean
  readonly spending: string | null
  readonly choices: ReturnType<typeof choicesOf>
}

function MandateForm({ origin, status, testnets, spending, choices }: FormProps) {
  const { t } = usePageWords()
  const words = t.newMandate
  const first = choices.find((c) => c.testnet === testnets)?.id ?? ''
  const [draft, setDraft] = useState(() => emptyMandate(origin, first))
  const [isTried, setTried] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const grant = useGuarded(() => {
    location.hash = '#/budgets'
  })
  const faults = faultsOf(draft, choices)
  // Before the first try an empty field is not wrong yet.
  const shown = isTried ? faults : new Set<never>()
  const change = (part: Partial<Draft>) => {
    setWrong(null)
    grant.action.clear()
    setDraft((now) => ({ ...now, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setWrong(null)
    if (faults.size > 0) return
    const terms = termsOfNew(draft, choices, Date.now())
    grant.apply(async (password) => {
      const found = await call('mandates.check', { terms })
      setWrong(found.wrong)
      if (found.wrong !== null) throw new Error(found.wrong)
      await call('mandates.grant', { terms, ...password })
    })
  }
  return (
    <>
      <form className="mandate-form" onSubmit={submit}>
        <MandateWho draft={draft} faults={shown} onChange={change} />
        <MandateMoney
          draft={draft}
          faults={shown}
          choices={choices}
          status={status}
          spending={spending}
          onChange={change}
        />
        <MandateHow draft={draft} faults={shown} onChange={change} />
        {wrong !== null && (
          <p className="red" role="alert">
            {words.wrong[wrong] ?? words.wrongOther}
          </p>
        )}
        <div className="row-end">
          <button className="btn btn-pay" type="submit" disabled={grant.action.busy || grant.isPending}>
            {grant.action.busy ? words.giving : words.give}
          </button>
        </div>
      </form>
      {wrong === null && <Confirm change={grant} label={words.password} />}
    </>
  )
}
