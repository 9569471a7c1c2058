import { type FormEvent, useId, useState } from 'react'

import { useWords } from '../../i18n/context'
import { Confirm } from '../../parts/Confirm'
import { isDecimal, typedDecimal } from '../../text/amount'
import { LIMIT_NAMES, type LimitName } from '../limit-names'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

const CENTS = 2

/** The limits in dollars; raising one asks for the password. */
export function LimitsSection({ settings, onChanged }: SectionProps) {
  const { t } = useWords()
  return (
    <Section id="limits" title={t.settings.limits} lede={t.welcome.limitsMore}>
      <ul className="setlist">
        {LIMIT_NAMES.map((name) => (
          <LimitRow
            key={`${name} ${settings[name]}`}
            name={name}
            value={settings[name]}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Section>
  )
}

type RowProps = { readonly name: LimitName; readonly value: string; readonly onChanged: () => void }

function LimitRow({ name, value, onChanged }: RowProps) {
  const { t } = useWords()
  const [text, setText] = useState(value)
  const change = useChange(onChanged)
  const id = useId()
  const decimal = typedDecimal(text)
  const isBad = !isDecimal(decimal, CENTS)
  const isNew = text !== value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBad) change.apply({ kind: 'limit', which: name, usd: decimal })
  }
  return (
    <li>
      <div>
        <b>{t.limits[name]}</b>
        <p>{t.limits[`${name}More`]}</p>
      </div>
      <form className="inline-form" onSubmit={submit}>
        <span aria-hidden="true">$</span>
        <input
          className={isBad ? 'input is-bad' : 'input'}
          id={id}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          aria-label={t.limits.inDollars(t.limits[name])}
          aria-invalid={isBad}
          onChange={(event) => setText(event.target.value)}
        />
        <button className="btn" type="submit" disabled={!isNew || isBad || change.action.busy}>
          {t.common.save}
        </button>
      </form>
      <div className="whole">
        {isBad && <p className="red">{t.limits.bad}</p>}
        <Confirm change={change} label={t.settings.raise} />
      </div>
    </li>
  )
}
