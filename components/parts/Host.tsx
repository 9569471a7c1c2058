import { OWN_ORIGIN } from '@/lib/core/policy/own'

import { useWords } from '../i18n/context'
import { hostParts } from '../text/host'
import { SiteText } from './SiteText'

type Props = {
  readonly origin: string /** in a row: subdomains may be cut, the registered part never */
  readonly cut?: boolean
}

/** Whose site it is: the registrable domain stands out, the rest is grey, nothing is decoded. */
export function Host({ origin, cut = false }: Props) {
  const { t } = useWords()
  if (origin === OWN_ORIGIN) return <bdi className="host">{t.brand}</bdi>
  const parts = hostParts(origin)
  const className = cut ? 'host cut' : 'host'
  if (parts === null) {
    return <bdi className={className}>{origin === 'null' ? t.common.opaque : <SiteText text={origin} />}</bdi>
  }
  const before = parts.scheme + parts.before
  return (
    <bdi className={className} dir="ltr" title={cut ? before + parts.owner + parts.port : undefined}>
      {before !== '' && <span>{before}</span>}
      <b>{parts.owner}</b>
      {parts.port !== '' && <span>{parts.port}</span>}
    </bdi>
  )
}
