/**
 * Makes what the stores are given: `npm run package` builds both browsers' wallets and writes their archives and the
 * sources of Firefox's to .output/packages, then holds them to Mozilla's linter.
 *
 * `npm run package -- --check` takes the builds that are there and shows besides that the sources make the very files
 * of the archive for Firefox.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { lintReport } from './lib/lint-report.ts'
import { unzip, type ZipEntry, zipOf } from './lib/zip.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = join(ROOT, '.output', 'packages')
/** What no build is made of: the pictures of the screens, and what only tests read. */
const NOT_SOURCES = [/^docs\/(screens|img)\//, /^docs\/store\/.*\.png$/, /^tests\//]

const BUILDS = { chrome: 'wxt build', firefox: 'wxt build -b firefox --mv3' } as const
type Browser = keyof typeof BUILDS

function run(command: string, cwd: string): void {
  const [program = '', ...args] = command.split(' ')
  const done = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`"${command}" failed in ${cwd}`)
}

const pathIn = (root: string, file: string) => relative(root, file).split(sep).join('/')

/** Every file below a folder. */
function filesOf(root: string): ZipEntry[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => ({ path: pathIn(root, file), bytes: readFileSync(file) }))
}

/** What git keeps of this tree, as it stands, without what no build is made of. */
function sources(): ZipEntry[] {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  if (listed.status !== 0) throw new Error('the sources are those that git knows: this is no clone')
  return listed.stdout
    .split('\0')
    .filter(
      (path) => path !== '' && !NOT_SOURCES.some((not) => not.test(path)) && existsSync(join(ROOT, path)),
    )
    .map((path) => ({ path, bytes: readFileSync(join(ROOT, path)) }))
}

function write(name: string, entries: readonly ZipEntry[]): string {
  const bytes = zipOf(entries)
  const file = join(PACKAGES, name)
  writeFileSync(file, bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  console.log(`${name.padEnd(36)} ${(bytes.length / 1000).toFixed(0).padStart(6)} kB  sha256 ${digest}`)
  return file
}

/** Builds from an archive of the sources, beside this tree's installed packages. @returns the built files */
function rebuilt(archive: string): ZipEntry[] {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sources-'))
  try {
    for (const { path, bytes } of unzip(readFileSync(archive))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    run(BUILDS.firefox, folder)
    return filesOf(join(folder, '.output', 'firefox-mv3'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The paths whose bytes differ, or that only one of both has. */
function differences(a: readonly ZipEntry[], b: readonly ZipEntry[]): string[] {
  const of = (entries: readonly ZipEntry[]) => new Map(entries.map(({ path, bytes }) => [path, bytes]))
  const [first, second] = [of(a), of(b)]
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (path) => second.get(path)?.equals(first.get(path) ?? Buffer.alloc(0)) !== true,
  )
}

/** Holds an archive to Mozilla's linter. @throws Error with what it says that is ours to mend */
function lint(archive: string): void {
  const done = spawnSync('addons-linter', ['--output', 'json', archive], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  })
  const report = lintReport(done.stdout)
  for (const line of report.excused) console.log(`  ${line}`)
  if (report.faults.length > 0) throw new Error(`the linter of extensions says:\n${report.faults.join('\n')}`)
  console.log(
    `addons-linter: no error, no warning of ours; ${report.excused.length} of a library, each explained`,
  )
}

function pack(isCheck: boolean): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  if (!isCheck) for (const command of Object.values(BUILDS)) run(command, ROOT)
  rmSync(PACKAGES, { recursive: true, force: true })
  mkdirSync(PACKAGES, { recursive: true })
  const built = (browser: Browser) => filesOf(join(ROOT, '.output', `${browser}-mv3`))
  write(`countersign-${version}-chrome.zip`, built('chrome'))
  const firefox = write(`countersign-${version}-firefox.zip`, built('firefox'))
  const source = write(`countersign-${version}-sources.zip`, sources())
  lint(firefox)
  if (!isCheck) return
  const other = differences(rebuilt(source), unzip(readFileSync(firefox)))
  if (other.length > 0) throw new Error(`built from the sources, these files differ: ${other.join(', ')}`)
  console.log('built from the sources, every file is the same')
}

try {
  pack(process.argv.includes('--check'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
