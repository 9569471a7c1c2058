import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes public/suffixes.txt, the rules of the public suffix list, one a line, from the installed tldts.
 *
 * The worker's code must stay small, so it reads the rules as a file when it first needs them; the
 * screens use tldts itself, and a test holds the two together. With `--check` nothing is written.
 */
type Trie = {
  nodeFlags: Uint8Array
  edgeStart: Uint16Array
  edgeLength: Uint8Array
  edgeChild: Uint16Array
  labelText: string
  rulesRoot: number
  exceptionsRoot: number
}

const source = new URL('../node_modules/tldts/dist/es6/src/data/trie.js', import.meta.url)
const trie = (await import(
  `data:text/javascript,${encodeURIComponent(readFileSync(source, 'utf8'))}`
)) as Trie
const offsets: number[] = []
trie.edgeLength.reduce((offset, length, edge) => {
  offsets[edge] = offset
  return offset + length
}, 0)

function* rules(node: number, suffix: string): Generator<string> {
  for (let edge = trie.edgeStart[node] ?? 0; edge < (trie.edgeStart[node + 1] ?? 0); edge++) {
    const offset = offsets[edge] ?? 0
    const label = trie.labelText.slice(offset, offset + (trie.edgeLength[edge] ?? 0))
    const rule = suffix === '' ? label : `${label}.${suffix}`
    const child = trie.edgeChild[edge] ?? 0
    if (trie.nodeFlags[child] !== 0) yield rule
    yield* rules(child, rule)
  }
}

const lines = [
  ...rules(trie.rulesRoot, ''),
  ...[...rules(trie.exceptionsRoot, '')].map((rule) => `!${rule}`),
].sort()
const text = `${lines.join('\n')}\n`
const target = new URL('../public/suffixes.txt', import.meta.url)

if (process.argv.includes('--check')) {
  const same = readFileSync(target, 'utf8') === text
  process.stdout.write(
    same ? 'public suffixes are up to date\n' : 'public suffixes differ from the installed tldts\n',
  )
  process.exitCode = same ? 0 : 1
} else {
  writeFileSync(target, text)
  process.stdout.write(`${lines.length} rules\n`)
}
