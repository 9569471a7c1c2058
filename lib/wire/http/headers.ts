/** Headers of one message as pairs, in order, names in any case: what webRequest and fetch both give. */
export type HeaderPairs = Iterable<readonly [name: string, value: string]>

/**
 * Collects the values of one header.
 *
 * @param name any case
 * @returns each different value once, in order; a repeated equal header is one value
 */
export function headerValues(headers: HeaderPairs, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  const values = new Set<string>()
  for (const [each, value] of headers) if (each.toLowerCase() === wanted) values.add(value.trim())
  return [...values]
}
