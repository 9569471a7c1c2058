/**
 * Takes a picture of every screen: `npm run pictures` writes them to docs/screens, from the build in
 * .output/chrome-mv3. Clock, chance, network and history are always the same, so a picture changes only with a screen.
 *
 * `--check` takes them and compares: the run fails where more than a small part of a picture is another, and the new
 * one is put into test-results/screens. `--gate` takes one of the four forms of each, `--only home,budgets` some screens.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { differing, pngOf, readPng } from './lib/png'
import { VARIANTS, type Variant } from './pictures/scenes'
import { type Taken, takePictures } from './pictures/take'

const ROOT = resolve(import.meta.dirname, '..')
const KEPT = join(ROOT, 'docs/screens')
const OTHER = join(ROOT, 'test-results/screens')
/** A part of a picture that may be another: another version of a browser smooths some edges its own way. */
const TOLERANCE = 0.01

const has = (flag: string) => process.argv.includes(flag)
const only = has('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',') : []
/** Where time is short each screen is taken once, the next one in the next form. */
const variantsOf = (index: number): readonly Variant[] =>
  has('--gate') ? VARIANTS.slice(index % VARIANTS.length, (index % VARIANTS.length) + 1) : VARIANTS

/** What is wrong with a picture that was just taken; null where it is the kept one. */
function fault({ name, picture }: Taken): string | null {
  const file = join(KEPT, `${name}.png`)
  const share = existsSync(file) ? differing(readPng(readFileSync(file)), picture) : 1
  if (share <= TOLERANCE) return null
  mkdirSync(OTHER, { recursive: true })
  writeFileSync(join(OTHER, `${name}.png`), pngOf(picture))
  return existsSync(file)
    ? `${name}: ${(share * 100).toFixed(1)} % is another`
    : `${name}: there is none in docs/screens`
}

async function check(): Promise<void> {
  let taken = 0
  const faults: string[] = []
  for await (const each of takePictures(variantsOf, only)) {
    taken++
    const wrong = fault(each)
    if (wrong !== null) faults.push(wrong)
  }
  for (const line of faults) console.error(line)
  console.log(`${taken} pictures compared, ${faults.length} differ`)
  if (faults.length > 0) {
    console.error(
      'the new ones are in test-results/screens; "npm run pictures" keeps them where they are right',
    )
    process.exitCode = 1
  }
}

async function make(): Promise<void> {
  if (only.length === 0) rmSync(KEPT, { recursive: true, force: true })
  mkdirSync(KEPT, { recursive: true })
  for await (const { name, picture } of takePictures(variantsOf, only))
    writeFileSync(join(KEPT, `${name}.png`), pngOf(picture))
  const bytes = readdirSync(KEPT).reduce((sum, name) => sum + readFileSync(join(KEPT, name)).length, 0)
  console.log(`${readdirSync(KEPT).length} pictures in docs/screens, ${(bytes / 1e6).toFixed(1)} MB`)
}

try {
  if (!existsSync(join(ROOT, '.output/chrome-mv3/manifest.json')))
    throw new Error('there is no build for Chromium: run "npm run build:chrome" first')
  rmSync(OTHER, { recursive: true, force: true })
  await (has('--check') ? check() : make())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // A browser that was started may be open still.
  process.exit(1)
}
