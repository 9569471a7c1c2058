/**
 * Makes a fresh clone ready, then runs a command in it: `node scripts/setup.mjs -- <command> [arguments]`.
 *
 * Has no dependencies and runs on Node 20, because it runs before anything is installed. Each step is
 * skipped when its inputs are those of the last time, so a second run costs milliseconds.
 *
 * The tools need a newer Node than many systems have, and npm leaves out optional packages that the
 * running Node is too old for. So on an old Node the version of `node` that the lock names is
 * fetched first (into .cache/node), and the packages are installed under that one. No install script runs but
 * the one of the `node` package, whichever npm is in use.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { constants as osConstants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const BOOT = join(ROOT, '.cache', 'node')
const STAMP = join(ROOT, 'node_modules', '.countersign-setup.json')
const OLDEST_NODE = 22

/** Commands that need the packages alone: no browser, and no contracts of the local network. */
const PACKAGES_ALONE = ['scripts/decide.ts', 'scripts/fuzz.ts', 'scripts/verify-receipt.ts']

const APT_PACKAGES = ['chromium', 'firefox-esr', 'xvfb', 'fonts-liberation', 'fonts-noto-color-emoji']

const CHROMIUM_NAMES = ['chromium', 'chromium-browser']
/** Google's own builds are the last resort: current ones ignore the switch that loads an unpacked extension. */
const CHROME_NAMES = ['google-chrome', 'google-chrome-stable']
const FIREFOX_NAMES = ['firefox-esr', 'firefox']
const CHROMIUM_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]
const CHROME_APPS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const FIREFOX_APPS = ['/Applications/Firefox.app/Contents/MacOS/firefox']

/** The user's PATH without this project's own programs, which an installation replaces while it runs. */
const outsidePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== BIN && !folder.startsWith(BOOT))
  .join(delimiter)

/** Standard output belongs to the command: `npm run -s decide` is read by programs. */
function say(text) {
  process.stderr.write(`setup: ${text}\n`)
}

function fail(text) {
  process.stderr.write(`setup: ${text}\n`)
  process.exit(1)
}

/** The environment for npm: what an enclosing `npm run` says about itself would misdirect the inner one. */
function cleanEnvironment(path) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|node_execpath|execpath|config_local_prefix)/.test(name),
  )
  return { ...Object.fromEntries(kept), PATH: path }
}

/** Runs one command to its end with its output shown as ours, and stops everything when it fails. */
function run(what, command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 'inherit'], ...options })
  if (done.error) fail(`${what}: cannot start "${command}": ${done.error.message}`)
  if (done.status !== 0) fail(`${what} failed ("${[command, ...args].join(' ')}", exit code ${done.status}).`)
}

function outputOf(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', ...options })
  return done.status === 0 ? done.stdout.trim() : ''
}

function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
}

function digestOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Names and, where asked, contents of the files below a folder, in a stable order; nothing when it is absent. */
function filesBelow(folder, wanted, withContents) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter(wanted)
    .sort()
    .flatMap((name) => (withContents ? [name, readFileSync(join(folder, name), 'utf8')] : [name]))
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'))
  } catch {
    return {}
  }
}

function writeStamp(changes) {
  writeFileSync(STAMP, `${JSON.stringify({ ...readStamp(), ...changes }, null, 2)}\n`)
}

/** PATH under which npm runs: the system's own where its Node is new enough, else one with a fetched Node first. */
function pathForNpm(nodeVersion) {
  const system = outputOf('node', ['--version'], { env: cleanEnvironment(outsidePath) })
  if (majorOf(system) >= OLDEST_NODE) return outsidePath
  const bootBin = join(BOOT, 'node_modules', '.bin')
  const bootPath = bootBin + delimiter + outsidePath
  if (outputOf(join(bootBin, 'node'), ['--version']) === `v${nodeVersion}`) return bootPath
  say(`Node ${system || 'unknown'} is too old for the tools; fetching Node ${nodeVersion} into .cache/node`)
  mkdirSync(BOOT, { recursive: true })
  const manifest = { private: true, allowScripts: { node: true }, dependencies: { node: nodeVersion } }
  writeFileSync(join(BOOT, 'package.json'), JSON.stringify(manifest))
  run(
    'Fetching Node',
    'npm',
    ['install', '--no-package-lock', '--no-fund', '--no-audit', '--loglevel=error'],
    {
      cwd: BOOT,
      env: cleanEnvironment(outsidePath),
    },
  )
  const got = outputOf(join(bootBin, 'node'), ['--version'])
  if (got !== `v${nodeVersion}`) {
    fail(
      `Node ${nodeVersion} did not arrive (npm may be set to ignore install scripts). ` +
        `Install Node ${majorOf(nodeVersion)} yourself and try again.`,
    )
  }
  return bootPath
}

function installPackages() {
  const lockText = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const wanted = digestOf(lockText, process.platform, process.arch)
  if (readStamp().packages === wanted && existsSync(join(BIN, 'node'))) return wanted
  const nodeVersion = JSON.parse(lockText).packages?.['node_modules/node']?.version
  if (!nodeVersion) fail('package-lock.json names no version of the package "node".')
  const env = cleanEnvironment(pathForNpm(nodeVersion))
  say('installing packages (npm ci)')
  run('npm ci', 'npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], { env })
  run('npm rebuild node', 'npm', ['rebuild', 'node', '--loglevel=error', '--ignore-scripts=false'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const got = outputOf(join(BIN, 'node'), ['--version'])
  if (got !== `v${nodeVersion}`)
    fail(`node_modules/.bin/node is "${got}", but the lock names v${nodeVersion}.`)
  writeStamp({ packages: wanted })
  return wanted
}

/** Writes the types and aliases that the compiler and the unit tests read from .wxt. */
function prepareWxt(packages, env) {
  const wanted = digestOf(
    packages,
    readFileSync(join(ROOT, 'wxt.config.ts'), 'utf8'),
    ...filesBelow(join(ROOT, 'entrypoints'), () => true, false),
    ...filesBelow(join(ROOT, 'public'), () => true, false),
  )
  if (readStamp().wxt === wanted && existsSync(join(ROOT, '.wxt', 'tsconfig.json'))) return
  say('preparing types (wxt prepare)')
  run('wxt prepare', join(BIN, 'wxt'), ['prepare'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  writeStamp({ wxt: wanted })
}

/** Compiles the contracts of the local network once, so that starting it takes no compiler. */
function compileContracts(packages, env) {
  const devnet = join(ROOT, 'tests', 'devnet')
  const isSource = (name) => /\.sol$|(^|\/)compile\.ts$/.test(name) && !name.startsWith('build')
  const wanted = digestOf(packages, ...filesBelow(devnet, isSource, true))
  const built = filesBelow(join(devnet, 'build'), (name) => name.endsWith('.json'), false)
  if (readStamp().contracts === wanted && built.length > 0) return
  say('compiling the contracts of the local network')
  run('Compiling contracts', join(BIN, 'tsx'), [join(devnet, 'compile.ts')], { env })
  writeStamp({ contracts: wanted })
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser that a variable names, else the first found on PATH or in the usual places; null when none is. */
function findBrowser(variable, names, apps) {
  const named = process.env[variable]
  if (named) return isExecutable(named) ? named : fail(`${variable} is "${named}", which cannot be run.`)
  const folders = [...outsidePath.split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...apps]
  return candidates.find(isExecutable) ?? null
}

const findChromium = () => findBrowser('CHROMIUM_PATH', CHROMIUM_NAMES, CHROMIUM_APPS)
const findFirefox = () => findBrowser('FIREFOX_PATH', FIREFOX_NAMES, FIREFOX_APPS)

/** Debian itself: Ubuntu's packages of these names only point to a snap. */
function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function installWithApt() {
  say(`installing ${APT_PACKAGES.join(', ')} with apt-get`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  run('apt-get update', 'apt-get', ['update', '-qq'], quietly)
  run(
    'apt-get install',
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...APT_PACKAGES],
    quietly,
  )
}

/** Where Playwright keeps its own Chromium, fetched when it is not there yet; null when it cannot be had. */
function playwrightChromium(env) {
  const script = "console.log(require('@playwright/test').chromium.executablePath())"
  const path = outputOf(join(BIN, 'node'), ['-e', script], { env })
  if (path && isExecutable(path)) return path
  say("fetching Playwright's Chromium")
  const got = spawnSync(join(BIN, 'playwright'), ['install', 'chromium'], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
    timeout: 300_000,
  })
  if (got.status === 0 && path && isExecutable(path)) return path
  say("Playwright's Chromium could not be fetched")
  return null
}

/** Paths of both browsers. Without Chromium nothing works; without Firefox only its own tests cannot run. */
function ensureBrowsers(env) {
  let chromium = findChromium()
  let firefox = findFirefox()
  if ((!chromium || !firefox) && isDebian() && process.getuid?.() === 0) {
    installWithApt()
    chromium = findChromium()
    firefox = findFirefox()
  }
  chromium ??= playwrightChromium(env) ?? findBrowser('CHROMIUM_PATH', CHROME_NAMES, CHROME_APPS)
  const byApt = isDebian() ? `"sudo apt-get install ${APT_PACKAGES.join(' ')}"` : null
  if (!chromium) {
    fail(
      `no Chromium found. ${byApt ? `Run ${byApt}` : 'Install Chromium 140 or newer'}, ` +
        'or set CHROMIUM_PATH to one.',
    )
  }
  if (!firefox) {
    say(
      `no Firefox found; its tests will fail. ${byApt ? `Run ${byApt}` : 'Install Firefox 140 or newer'}, ` +
        'or set FIREFOX_PATH to one.',
    )
  }
  return { CHROMIUM_PATH: chromium, ...(firefox ? { FIREFOX_PATH: firefox } : {}) }
}

/**
 * Runs the command in this terminal and ends as it ends. Ctrl-C reaches the command directly, as it reaches the
 * whole terminal; a signal sent to this process alone is passed on.
 */
function hand(command, args, env) {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  child.on('error', (error) => fail(`cannot start "${command}": ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (osConstants.signals[signal] ?? 0)))
}

if (majorOf(process.version) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`)
const separator = process.argv.indexOf('--')
const [command, ...args] = separator < 0 ? [] : process.argv.slice(separator + 1)

const packages = installPackages()
const environment = { ...process.env, PATH: BIN + delimiter + outsidePath }
prepareWxt(packages, environment)
if (!args.some((arg) => PACKAGES_ALONE.includes(arg))) {
  compileContracts(packages, environment)
  Object.assign(environment, ensureBrowsers(environment))
}
if (command) hand(command, args, environment)
else say('ready')
