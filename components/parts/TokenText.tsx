import { useWords } from '../i18n/context'
import { unitsOf } from '../text/amount'
import { SiteText } from './SiteText'

/** An amount that comes with its token's name, `0.25 USDC`, as the language writes it. */
export function TokenText({ text }: { readonly text: string }) {
  const { format } = useWords()
  const { number, name } = unitsOf(text, format.locale)
  return (
    <>
      {number} <SiteText text={name} />
    </>
  )
}
