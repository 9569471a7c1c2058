/** The bytes of a message to be signed, as a person reads them: its text, or hex where it is none (EIP-191). */
export function messageText(hex: string): { readonly text: string; readonly isText: boolean } {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, isText: true }
  } catch {
    return { text: hex, isText: false }
  }
}
