import { useState } from 'react'

import { useWords } from '../../i18n/context'
import { DAY, dayText } from '../../i18n/limits'
import { Select } from '../../parts/Select'

const MS = 1_000
const DAYS = ['30', '90', '365'] as const

type Props = {
  readonly busy: boolean
  /** a moment in Unix seconds */
  readonly onExtend: (expiresAt: number) => void
  readonly onClose: () => void
}

/** Until when a mandate shall hold, counted from now. */
export function Extend({ busy, onExtend, onClose }: Props) {
  const { t, format } = useWords()
  const [days, setDays] = useState<(typeof DAYS)[number]>('30')
  const end = (count: string) => Math.floor(Date.now() / MS) + Number(count) * DAY
  return (
    <div className="edit-form">
      <Select
        label={t.budgets.extendLabel}
        value={days}
        options={DAYS.map(
          (one) => [one, t.budgets.extendTo(dayText(end(one) * MS, Date.now(), format))] as const,
        )}
        onChange={setDays}
      />
      <button className="btn" type="button" disabled={busy} onClick={() => onExtend(end(days))}>
        {t.budgets.extend}
      </button>
      <button className="btn" type="button" onClick={onClose}>
        {t.settings.cancel}
      </button>
    </div>
  )
}
