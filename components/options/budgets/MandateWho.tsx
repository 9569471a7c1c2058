import { useId } from 'react'

import { ledger } from '@/lib/ledger/read/ledger'
import { siteView } from '@/lib/views/sites'

import { useLive } from '../../hooks/useLive'
import { usePageWords } from '../../i18n/pages'
import { Switch } from '../../parts/Switch'
import { TextField } from '../../parts/TextField'
import { short } from '../../text/short'
import { type NewMandate, type NewMandateFault, originOf, payeesOf } from './new-mandate-draft'

type Props = {
  readonly draft: NewMandate
  readonly faults: ReadonlySet<NewMandateFault>
  readonly onChange: (part: Partial<NewMandate>) => void
}

const readPayees = async (origin: string) =>
  origin === '' ? [] : [...new Set((await siteView(ledger, origin)).payees.map((p) => p.payTo))]

/** Whose requests it covers, and who is paid; what is remembered of the site is offered. */
export function MandateWho({ draft, faults, onChange }: Props) {
  const { t } = usePageWords()
  const words = t.newMandate
  const id = useId()
  const remembered = useLive(readPayees, [originOf(draft.origin) ?? '']) ?? []
  const chosen = payeesOf(draft.payees)
  const offered = remembered.filter((payee) => !chosen.includes(payee)).slice(0, 5)
  return (
    <fieldset className="mandate-part">
      <legend className="strong">{words.who}</legend>
      <TextField
        label={words.origin}
        value={draft.origin}
        hint={words.originHint}
        onChange={(origin) => onChange({ origin })}
        bad={faults.has('origin') ? words.originBad : null}
      />
      <TextField
        label={words.path}
        value={draft.path}
        hint={t.allow.pathAll}
        onChange={(path) => onChange({ path })}
        bad={faults.has('path') ? t.allow.pathBad : null}
      />
      <TextField
        label={words.agent}
        value={draft.agent}
        hint={words.agentHint}
        onChange={(agent) => onChange({ agent })}
      />
      {!draft.anyPayee && (
        <div className="field whole">
          <label htmlFor={id}>{words.payees}</label>
          <textarea
            className={faults.has('payees') ? 'input mono is-bad' : 'input mono'}
            id={id}
            rows={2}
            value={draft.payees}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={faults.has('payees')}
            onChange={(event) => onChange({ payees: event.target.value })}
          />
          {faults.has('payees') && <p className="red">{words.payeesBad}</p>}
          {offered.length > 0 && (
            <p className="row-links">
              <span className="quiet">{words.known}</span>
              {offered.map((payee) => (
                <button
                  className="link mono"
                  type="button"
                  key={payee}
                  title={payee}
                  aria-label={words.add(payee)}
                  onClick={() => onChange({ payees: [...chosen, payee].join('\n') })}
                >
                  {short(payee)}
                </button>
              ))}
            </p>
          )}
        </div>
      )}
      <div className="whole">
        <Switch
          label={words.anyPayee}
          more={words.anyPayeeMore}
          on={draft.anyPayee}
          onChange={(anyPayee) => onChange({ anyPayee })}
        />
      </div>
    </fieldset>
  )
}
