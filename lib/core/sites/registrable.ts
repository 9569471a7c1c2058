/** The rules of the public suffix list: names whose children belong to different owners. */
export type Suffixes = { readonly rules: ReadonlySet<string>; readonly exceptions: ReadonlySet<string> }

/** Reads the rules, one a line; `!` marks an exception (publicsuffix.org, format). */
export function parseSuffixes(text: string): Suffixes {
  const lines = text.split('\n').filter((line) => line !== '')
  return {
    rules: new Set(lines.filter((line) => !line.startsWith('!'))),
    exceptions: new Set(lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))),
  }
}

/**
 * The site of a host: its registrable domain, or the host itself where it has none (an address,
 * localhost, a public suffix).
 *
 * @param host as `URL.hostname` gives it: lower case, non-Latin labels encoded
 */
export function siteOf(host: string, suffixes: Suffixes): string {
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return host
  const labels = host.replace(/\.$/, '').split('.')
  const tail = (from: number) => labels.slice(from).join('.')
  // The longest rule decides; without any the last label is the suffix.
  for (let i = 0; i < labels.length; i++) {
    const name = tail(i)
    if (suffixes.exceptions.has(name)) return name
    const suffix =
      suffixes.rules.has(name) || suffixes.rules.has(`*.${tail(i + 1)}`) || i === labels.length - 1
    if (suffix) return i === 0 ? host : tail(i - 1)
  }
  return host
}
