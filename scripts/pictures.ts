/**
 * Takes a picture of every screen: `npm run pictures` writes them to docs/screens, from the build in
 * .output/chrome-mv3. Clock, chance, network and history are always the same, so a picture changes only with a screen.
 *
 * `--check` takes them and compares (scripts/lib/differing.ts): the run fails where one is another, and the new ones
 * are put into .cache/screens with a list. `--gate` takes chosen screens in one form each, `--only home,budgets` some.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { coarselyDiffering } from './lib/coarse'
import { differing } from './lib/differing'
import { type Picture, pngOf, readPng } from './lib/png'
import type { PictureReport } from './lib/report'
import { LETTERS_NAME, type Taken, takePictures } from './pictures/take'

const ROOT = resolve(import.meta.dirname, '..')
const KEPT = join(ROOT, 'docs/screens')
const OTHER = join(ROOT, '.cache/screens')
/** Where `npm test` reads how the pictures compared. */
const REPORT = join(ROOT, '.cache/reports/pictures.json')

const has = (flag: string) => process.argv.includes(flag)
const only = has('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',') : []

/**
 * How a picture differs from the kept one, in words; null where it does not.
 *
 * @param isCoarse where letters are drawn another way here than where the pictures were taken
 */
function fault(kept: Picture, picture: Picture, isCoarse: boolean): string | null {
  if (isCoarse) {
    const part = coarselyDiffering(kept, picture)
    return part === null ? null : `${(part * 100).toFixed(1)} % of it is another`
  }
  const { size, strips, isOther } = differing(kept, picture)
  if (!isOther) return null
  return size
    ? `${strips} strips of it are others`
    : `it is ${picture.width} by ${picture.height} pixels, and was ${kept.width} by ${kept.height}`
}

/** What is wrong with a picture that was just taken, which is then put aside; null where it is the kept one. */
function compared({ name, picture }: Taken, isCoarse: boolean): string | null {
  const file = join(KEPT, `${name}.png`)
  const wrong = existsSync(file)
    ? fault(readPng(readFileSync(file)), picture, isCoarse)
    : 'there is none in docs/screens'
  if (wrong !== null) writeFileSync(join(OTHER, `${name}.png`), pngOf(picture))
  return wrong
}

async function check(): Promise<void> {
  rmSync(OTHER, { recursive: true, force: true })
  mkdirSync(OTHER, { recursive: true })
  mkdirSync(join(REPORT, '..'), { recursive: true })
  rmSync(REPORT, { force: true })
  let alike = 0
  const others: string[] = []
  let isCoarse = false
  for await (const taken of takePictures(has('--gate'), only)) {
    if (taken.name === LETTERS_NAME) {
      const kept = readPng(readFileSync(join(KEPT, `${LETTERS_NAME}.png`)))
      isCoarse = differing(kept, taken.picture).isOther
      if (isCoarse)
        console.log('letters are drawn another way on this machine: pictures are compared coarsely')
      continue
    }
    const wrong = compared(taken, isCoarse)
    if (wrong === null) alike++
    else others.push(`${taken.name}: ${wrong}`)
  }
  writeFileSync(REPORT, JSON.stringify({ alike, others } satisfies PictureReport))
  for (const line of others) console.error(line)
  console.log(`${alike + others.length} pictures compared, ${others.length} differ`)
  if (others.length === 0) return
  writeFileSync(join(OTHER, 'list.txt'), `${others.join('\n')}\n`)
  console.error('the new ones are in .cache/screens; "npm run pictures" keeps them where they are right')
  process.exitCode = 1
}

async function make(): Promise<void> {
  if (only.length === 0) rmSync(KEPT, { recursive: true, force: true })
  mkdirSync(KEPT, { recursive: true })
  for await (const { name, picture } of takePictures(has('--gate'), only))
    writeFileSync(join(KEPT, `${name}.png`), pngOf(picture))
  const bytes = readdirSync(KEPT).reduce((sum, name) => sum + readFileSync(join(KEPT, name)).length, 0)
  console.log(`${readdirSync(KEPT).length} pictures in docs/screens, ${(bytes / 1e6).toFixed(1)} MB`)
}

try {
  if (!existsSync(join(ROOT, '.output/chrome-mv3/manifest.json')))
    throw new Error('there is no build for Chromium: run "npm run build:chrome" first')
  await (has('--check') ? check() : make())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // A browser that was started may be open still.
  process.exit(1)
}
