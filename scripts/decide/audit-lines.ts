import { visible } from '@/components/text/visible'

import type { AuditedOffer, AuditFault, Standing, UrlAudit } from './audit'

const STANDINGS: Readonly<Record<Standing, string>> = {
  automatic: 'ok',
  click: 'needs a click',
  password: 'needs the password',
  refused: 'refused',
}

/** A URL's audit as lines for a terminal: what the server wrote is bounded, and shows its control characters. */
export function auditLines(audit: UrlAudit): readonly string[] {
  const { url, answeredUrl, status, faults, notes, offers, payable } = audit
  const moved = answeredUrl !== null && answeredUrl !== url ? ` -> ${answeredUrl}` : ''
  return [
    `${url}${moved}${status === null ? '' : ` (${status})`}: ${payable ? 'payable' : 'NOT PAYABLE'}`,
    ...faults.flatMap(faultLines),
    ...notes.flatMap(faultLines),
    ...offers.flatMap(offerLines),
  ].map(shown)
}

const faultLines = ({ code, reason, remedy }: AuditFault): readonly string[] => [
  `  ${code}: ${reason}`,
  ...(remedy === null ? [] : [`      change: ${remedy}`]),
]

function offerLines(offer: AuditedOffer): readonly string[] {
  const { index, scheme, network, networkName, symbol, asset, usd, amount, windowSeconds } = offer
  const price = usd === null ? `${amount ?? '?'} units` : `$${usd}`
  const terms = [
    scheme ?? '?',
    networkName ?? network ?? '?',
    `${price} ${symbol ?? asset ?? ''}`.trim(),
    `${windowSeconds ?? '?'} s`,
  ]
  const reasons = offer.standing === 'automatic' ? [] : offer.reasons
  return [
    `  [${index}] ${terms.join(', ')}: ${STANDINGS[offer.standing]}`,
    ...reasons.flatMap(({ code, reason, remedy }) => [
      `      ${code}: ${reason}`,
      ...(remedy === null ? [] : [`      change: ${remedy}`]),
    ]),
  ]
}

const LINE_AT_MOST = 500

function shown(line: string): string {
  const { pieces, cut } = visible(line, LINE_AT_MOST)
  const text = pieces.map((p) =>
    p.kind === 'text' ? p.text : `<${p.code}${p.times > 1 ? ` x${p.times}` : ''}>`,
  )
  return `${text.join('')}${cut ? '…' : ''}`
}
