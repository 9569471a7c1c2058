/** Hands a file to the browser's downloads, made of pieces that come one after the other. */
export async function saveFile(name: string, type: string, parts: AsyncIterable<string>): Promise<void> {
  const all: string[] = []
  for await (const part of parts) all.push(part)
  saveText(name, type, all)
}

/** Hands a file to the browser's downloads. */
export function saveText(name: string, type: string, parts: readonly string[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type }))
  link.download = name
  link.click()
  // The browser reads the link a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
