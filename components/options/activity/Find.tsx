import { useId } from 'react'

import { sitesKnown } from '@/lib/ledger/read/payments'
import type { StateWord } from '@/lib/ledger/read/standing'

import { useLive } from '../../hooks/useLive'
import { useWords } from '../../i18n/context'
import { Select } from '../../parts/Select'
import { NOTHING_TYPED, type Typed } from './filter'

type Props = { readonly typed: Typed; readonly onTyped: (typed: Typed) => void }

/** What of the activity is shown: by text, site, state and day. */
export function Find({ typed, onTyped }: Props) {
  const { t } = useWords()
  const sites = useLive(sitesKnown, []) ?? []
  const set = (change: Partial<Typed>) => onTyped({ ...typed, ...change })
  const states = Object.keys(t.states) as StateWord[]
  return (
    <search className="find">
      <Field label={t.activity.text} type="search" value={typed.text} onChange={(text) => set({ text })} />
      <Select
        label={t.activity.site}
        value={typed.site}
        options={[['', t.activity.everySite], ...sites.map((site) => [site, site] as const)]}
        onChange={(site) => set({ site })}
      />
      <Select
        label={t.activity.state}
        value={typed.state}
        options={[['', t.activity.everyState], ...states.map((state) => [state, t.states[state]] as const)]}
        onChange={(state) => set({ state })}
      />
      <Field label={t.activity.from} type="date" value={typed.from} onChange={(from) => set({ from })} />
      <Field label={t.activity.until} type="date" value={typed.until} onChange={(until) => set({ until })} />
      {typed !== NOTHING_TYPED && (
        <button className="btn" type="button" onClick={() => onTyped(NOTHING_TYPED)}>
          {t.activity.reset}
        </button>
      )}
    </search>
  )
}

type FieldProps = {
  readonly label: string
  readonly type: 'search' | 'date'
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ label, type, value, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
