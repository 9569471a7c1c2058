import { type FormEvent, useState } from 'react'

import type { UnitView } from '@/lib/doors/ui-protocol'

import { useGuarded, type Work } from '../../hooks/useGuarded'
import { useWords } from '../../i18n/context'
import { unitText } from '../../i18n/limits'
import { Confirm } from '../../parts/Confirm'
import { TextField } from '../../parts/TextField'
import { isDecimal, typedDecimal } from '../../text/amount'

const TYPED_DECIMALS = 6

type Props = {
  readonly name: string
  readonly unit: UnitView
  /** decimal text, as it stands */
  readonly value: string
  readonly save: (limit: string, password: Parameters<Work>[0]) => Promise<unknown>
  /** null where it cannot be removed */
  readonly remove: Work | null
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** A limit's number being changed, in a row of its own under it. Raising and removing ask for the password. */
export function EditRow({ name, unit, value, save, remove, onClose, onChanged }: Props) {
  const { t } = useWords()
  const [text, setText] = useState(value)
  const [isRemoving, setRemoving] = useState(false)
  const change = useGuarded(() => {
    onChanged()
    onClose()
  })
  const decimal = typedDecimal(text)
  const isBad = !isDecimal(decimal, unit.kind === 'usd' ? TYPED_DECIMALS : unit.decimals)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRemoving(false)
    if (!isBad) change.apply((password) => save(decimal, password))
  }
  return (
    <tr className="edit">
      <td className="whole" colSpan={6}>
        <form className="edit-form" onSubmit={submit}>
          <TextField
            label={`${name}, ${unitText(unit, t)}`}
            value={text}
            onChange={setText}
            bad={isBad ? t.budgets.amountBad : null}
            isNumber
            focus
          />
          <button className="btn" type="submit" disabled={isBad || decimal === value || change.action.busy}>
            {t.common.save}
          </button>
          <button className="btn" type="button" onClick={onClose}>
            {t.settings.cancel}
          </button>
          {remove !== null && (
            <button
              className="btn btn-red"
              type="button"
              disabled={change.action.busy}
              aria-label={t.budgets.removeOf(name)}
              onClick={() => {
                setRemoving(true)
                change.apply(remove)
              }}
            >
              {t.budgets.remove}
            </button>
          )}
        </form>
        <Confirm change={change} label={isRemoving ? t.budgets.removePassword : t.settings.raise} />
      </td>
    </tr>
  )
}
