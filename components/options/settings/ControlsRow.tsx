import { useId, useState } from 'react'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import { type ControlsFault, type ImportedControls, importControls } from '@/lib/core/policy/official'

import { useWords } from '../../i18n/context'
import { Confirm } from '../../parts/Confirm'
import { dollars } from '../../text/amount'
import { DataRow } from './DataRow'
import type { SectionProps } from './Section'
import { useChange } from './useChange'

type Read =
  | { readonly controls: ImportedControls }
  | { readonly fault: ControlsFault | { readonly reason: 'not-json'; readonly entry: null } }

function readControls(text: string): Read {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { fault: { reason: 'not-json', entry: null } }
  }
  const read = importControls(parsed, DEFAULT_POLICY.networks)
  return read.ok ? { controls: read.value } : { fault: read.error }
}

/** Takes over the spend controls of a published client, or says why not; the password confirms. */
export function ControlsRow({ onChanged }: SectionProps) {
  const { t, format } = useWords()
  const id = useId()
  const [text, setText] = useState('')
  const change = useChange(onChanged)
  const read = text.trim() === '' ? null : readControls(text)
  const controls = read !== null && 'controls' in read ? read.controls : null
  const use = () => {
    if (controls === null) return
    const { perPaymentUsd, assets } = controls
    change.apply({ kind: 'controls', perPaymentUsd, assets })
  }
  const button = (
    <button className="btn" type="button" disabled={controls === null || change.action.busy} onClick={use}>
      {t.data.controlsUse}
    </button>
  )
  return (
    <DataRow name={t.data.controls} more={t.data.controlsMore} button={button}>
      <div className="field">
        <label htmlFor={id}>{t.data.controlsLabel}</label>
        <textarea
          className="input"
          id={id}
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {controls !== null && (
        <p>
          {t.data.controlsSays(dollars(controls.perPaymentUsd, format.locale).text, controls.assets.length)}{' '}
          {controls.unmatched.length > 0 &&
            t.data.unmatched(controls.unmatched.map((place) => format.number(place + 1)).join(', '))}
        </p>
      )}
      {read !== null && 'fault' in read && (
        <p className="red">
          {t.data.refusals[read.fault.reason]}{' '}
          {read.fault.entry !== null && t.data.atEntry(format.number(read.fault.entry + 1))}
        </p>
      )}
      <Confirm change={change} label={t.settings.raise} />
    </DataRow>
  )
}
