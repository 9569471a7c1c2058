const HEAD = 8
const TAIL = 6

/** An address or digest with its middle left out; the whole of it belongs beside, in a title or a copy button. */
export function short(hex: string): string {
  return hex.length <= HEAD + TAIL + 1 ? hex : `${hex.slice(0, HEAD)}…${hex.slice(-TAIL)}`
}
