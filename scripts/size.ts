/** Holds both builds to the limits of size: `npm run size`, after `npm run build`. */
import { join } from 'node:path'
import { measureBuild } from './lib/size.ts'

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8)

/** Prints one build's table and returns how many of its rows are over the limit. */
function report(build: string): number {
  console.log(`${build.padEnd(36)} kB   at most`)
  const rows = measureBuild(join(import.meta.dirname, '..', '.output', build))
  for (const { what, bytes, limit } of rows) {
    console.log(`  ${what.padEnd(28)} ${kB(bytes)}  ${kB(limit)}${bytes > limit ? '  OVER' : ''}`)
  }
  return rows.filter((row) => row.bytes > row.limit).length
}

try {
  const over = report('chrome-mv3') + report('firefox-mv3')
  if (over > 0) console.error(`${over} over the limit`)
  process.exitCode = over > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
