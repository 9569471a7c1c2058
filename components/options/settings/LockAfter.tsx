import { useId } from 'react'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Icon } from '../../parts/Icon'
import { Problem } from '../../parts/Problem'
import { Section, type SectionProps } from './Section'

const HOUR = 60
const CHOICES = [1, 5, 15, 30, HOUR, 4 * HOUR, 8 * HOUR]

/** After how long without use the wallet locks itself; eight hours at most. */
export function LockAfter({ settings, onChanged }: SectionProps) {
  const { t } = useWords()
  const id = useId()
  const action = useAction()
  const set = (minutes: number) =>
    action.run(async () => {
      await call('wallet.setAutoLock', { minutes })
      onChanged()
    })
  const now = settings.autoLockMinutes
  const choices = CHOICES.includes(now) ? CHOICES : [...CHOICES, now].sort((a, b) => a - b)
  const name = (minutes: number) =>
    minutes % HOUR === 0 ? t.settings.hours(minutes / HOUR) : t.settings.minutes(minutes)
  return (
    <Section id="lock" title={t.settings.lockAfter}>
      <span className="select">
        <select
          className="input"
          id={id}
          aria-label={t.settings.lockAfter}
          value={now}
          disabled={action.busy}
          onChange={(event) => set(Number(event.target.value))}
        >
          {choices.map((minutes) => (
            <option key={minutes} value={minutes}>
              {name(minutes)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <Problem error={action.error} />
    </Section>
  )
}
