import type { Fact } from '@/lib/core/admission/types'

import { useWords } from '../i18n/context'
import { dollars, fromAtomic, units } from '../text/amount'
import { SiteText } from './SiteText'

type Props = {
  readonly facts: readonly Fact[]
  /** of the token that atomic numbers are of; null shows them as they are */
  readonly decimals?: number | null
  readonly symbol?: string | null
}

/** Rules whose numbers are atomic units of the offer's token. */
const ATOMIC = new Set(['maxRisePercent', 'asset-cap', 'balance', 'allowance', 'approvalAbove'])
const DOLLARS = new Set(['perPaymentUsd'])
const SECONDS = new Set(['maxAskedWindowSeconds'])
const DIGITS = /^\d+$/

/** The numbers and names behind a decision, with the units of their rule; the site's own values stay isolated. */
export function Facts({ facts, decimals = null, symbol = null }: Props) {
  const { t, format } = useWords()
  const shown = facts.map(({ rule, ...details }) => ({
    rule,
    details: Object.entries(details).filter(([, value]) => value !== ''),
  }))
  if (shown.every(({ details }) => details.length === 0)) return null
  const read = (rule: string, value: string) => {
    if (DOLLARS.has(rule)) return dollars(value.replace(/^\$/, ''), format.locale).text
    if (!DIGITS.test(value)) return value
    if (SECONDS.has(rule)) return format.duration(Number(value))
    if (!ATOMIC.has(rule) || decimals === null) return value
    return `${units(fromAtomic(value, decimals), format.locale).text} ${symbol ?? ''}`.trimEnd()
  }
  return (
    <ul className="facts">
      {shown.map(({ rule, details }) => (
        <li key={rule}>
          {details.map(([name, value]) => (
            <span className="fact" key={name}>
              <span className="quiet">{t.facts[name] ?? name}</span> <SiteText
                text={read(rule, value)}
              />{' '}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
