/** A parsed absolute URL, or null. */
export const parseUrl = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)

/** Whether two URLs ask a server for the same thing: a fragment never reaches it. */
export function sameTarget(a: string, b: string): boolean {
  const [one, other] = [parseUrl(a), parseUrl(b)]
  return one !== null && other !== null && withoutFragment(one) === withoutFragment(other)
}

const withoutFragment = (url: URL): string => url.href.split('#', 1)[0] ?? url.href

/** Whether what is sent there is safe from readers on the way: https, or http to this very machine. */
export function isSecure(url: URL): boolean {
  if (url.protocol === 'https:') return true
  const { hostname } = url
  const here =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    // A browser's URL parser has already turned every spelling of an IPv4 address into this one.
    /^127(\.\d{1,3}){3}$/.test(hostname)
  return url.protocol === 'http:' && here
}
