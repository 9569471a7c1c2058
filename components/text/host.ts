import { parse } from 'tldts'

/** An origin or URL, cut where its owner changes: `before` is the owner's to choose, `owner` is registered. */
export type HostParts = {
  /** `http://` and other schemes that are worth a word; empty for https */
  readonly scheme: string
  /** subdomains with their last dot; empty without any */
  readonly before: string
  /** the registrable domain, or the whole host for an address, a local name or a public suffix */
  readonly owner: string
  /** `:8443`, empty for the scheme's own port */
  readonly port: string
  /** true where a label is punycode, which is then shown as it is */
  readonly encoded: boolean
}

/**
 * Splits a URL or origin for display.
 *
 * Private suffixes count (a page under a hosting name belongs to the customer, not to the host), and names stay
 * encoded as the URL parser leaves them: a decoded look-alike is never drawn.
 *
 * @returns null for the opaque origin and for anything that is no URL with a host
 */
export function hostParts(urlOrOrigin: string): HostParts | null {
  const url = URL.parse(urlOrOrigin)
  if (url === null || url.hostname === '') return null
  const { hostname } = url
  const domain = parse(hostname, { allowPrivateDomains: true }).domain
  const owner = domain !== null && hostname.endsWith(domain) ? domain : hostname
  return {
    scheme: url.protocol === 'https:' ? '' : `${url.protocol}//`,
    before: hostname.slice(0, hostname.length - owner.length),
    owner,
    port: url.port === '' ? '' : `:${url.port}`,
    encoded: hostname.split('.').some((label) => label.startsWith('xn--')),
  }
}

/** The host as one line of text, for a label or a title; the text itself where it has no host. */
export function hostText(urlOrOrigin: string): string {
  const parts = hostParts(urlOrOrigin)
  return parts === null ? urlOrOrigin : `${parts.scheme}${parts.before}${parts.owner}${parts.port}`
}

/** Host, path and query of a URL without its scheme; the text itself where it is no URL. */
export function placeText(urlText: string): string {
  const url = URL.parse(urlText)
  return url === null || url.host === '' ? urlText : `${url.host}${url.pathname}${url.search}`
}

/** Path and query alone, for a row that names the host beside it. */
export function pathText(urlText: string): string {
  const url = URL.parse(urlText)
  return url === null ? urlText : `${url.pathname}${url.search}`
}
