import { type AmountText, isLong } from '../text/amount'

/** An amount in the line: exact, wrapping only between groups of three decimals. */
export function Exact({ amount }: { readonly amount: AmountText }) {
  return (
    <>
      {amount.head}
      {amount.groups.map((group, index) => (
        // the position is what a group of digits is
        // biome-ignore lint/suspicious/noArrayIndexKey: digits have no other identity
        <span key={index}>
          <wbr />
          <span className="g">{group}</span>
        </span>
      ))}
      {amount.tail}
    </>
  )
}

type Props = { readonly amount: AmountText; readonly rule?: 'asked' | 'proved' | 'unknown' | 'plain' }

const RULES = { asked: '', proved: ' is-proved', unknown: ' is-unknown', plain: ' is-plain' } as const

/** The amount of a screen, with the bookkeeper's rule under it: one line asked, two proved, broken unknown. */
export function Amount({ amount, rule = 'asked' }: Props) {
  return (
    <p className={`amount${RULES[rule]}${isLong(amount) ? ' amount-long' : ''}`}>
      <Exact amount={amount} />
    </p>
  )
}
