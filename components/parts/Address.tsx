import { useWords } from '../i18n/context'
import { short } from '../text/short'
import { CopyButton } from './CopyButton'
import { SiteText } from './SiteText'

/** An address or digest, shortened, with the whole of it in its title and behind a copy button. */
export function Address({ value, label }: { readonly value: string; readonly label?: string }) {
  const { t } = useWords()
  return (
    <span className="copy">
      <span className="mono" title={value}>
        <SiteText text={short(value)} />
      </span>
      <CopyButton text={value} label={label ?? t.common.copyAddress} />
    </span>
  )
}
