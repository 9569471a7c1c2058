import type { Fact } from '@/lib/core/admission/types'

import { SiteText } from './SiteText'

/** The numbers and names behind a decision, as admission wrote them: its own names, the site's values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const shown = facts.map((fact) => Object.entries(fact).filter(([name]) => name !== 'rule'))
  if (shown.every((details) => details.length === 0)) return null
  return (
    <ul className="facts">
      {shown.map((details, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have an order and no name of their own
        <li key={index}>
          {details.map(([name, value]) => (
            <span key={name}>
              <span className="quiet">{name}</span> <SiteText text={value} />{' '}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
