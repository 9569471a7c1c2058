/**
 * Writes a JSON value in the one form that digests are made of (RFC 8785).
 *
 * Members are sorted by UTF-16 code units, numbers and text are written as ECMAScript does.
 *
 * @throws TypeError for what JSON cannot hold: NaN, infinities, bigint, undefined, functions, lone surrogates
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is no JSON number`)
    return JSON.stringify(value)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('text with a lone surrogate')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`).join(',')}}`
  }
  throw new TypeError(`${typeof value} is no JSON value`)
}
