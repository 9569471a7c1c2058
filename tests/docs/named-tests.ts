/** A test that a page of docs names: the short name of its file, and its title. */
export type Named = { readonly file: string; readonly title: string }

/**
 * Every test that a piece of text names: `name: *title*; *title*`, or `name and name: *title*`.
 *
 * @param files the short names of files that the text may use
 */
export function namedTests(text: string, files: readonly string[]): Named[] {
  let names: readonly string[] = []
  const words = files.join('|')
  const parts = text.matchAll(
    new RegExp(`\\b((?:${words})(?: and (?:${words}))*):\\s|(?<!\\*)\\*((?:\\\\\\*|[^*])+)\\*`, 'g'),
  )
  return [...parts].flatMap(([, prefix, title]) => {
    if (prefix !== undefined) names = prefix.split(' and ')
    if (title === undefined) return []
    return names.map((file) => ({ file, title: title.replaceAll('\\*', '*').replace(/\s+/g, ' ') }))
  })
}

/** Whether a source has a test of this title; `…` stands for what the source fills in itself. */
export function titleIn(title: string, source: string): boolean {
  const literal = title
    .split('…')
    .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^\\n]*')
  return new RegExp(`['"\`]${literal}['"\`]`).test(source)
}

/** The rows of the table that follows a heading, cell by cell. */
export function tableAfter(page: string, heading: string): string[][] {
  const lines = (page.split(`\n${heading}\n`)[1] ?? '').split('\n')
  const from = lines.findIndex((line) => line.startsWith('|--'))
  const rows = lines.slice(from + 1)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => line.slice(2, -2).split(' | '))
}
