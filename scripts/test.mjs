/**
 * Runs everything that CI runs, in order, and ends with one line over all runners: `N passed, N failed`.
 *
 * A step that fails does not stop the next one, unless that one needs what it should have made. A check counts as
 * one test; a runner counts its own tests. Options: `--only lint,unit` runs some of the steps.
 * Started by `npm test`, which sets up the tree first.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  judged,
  pictureCounts,
  pictureFailures,
  playwrightCounts,
  playwrightFailures,
  summaryLine,
  total,
  unsteady,
  unsteadyFiles,
  vitestCounts,
  vitestFailures,
} from './lib/report.ts'

const ROOT = resolve(import.meta.dirname, '..')
const REPORTS = join(ROOT, '.cache', 'reports')
const MINUTE = 60_000

const reportFile = (name) => join(REPORTS, `${name}.json`)
const vitestReporters = (name) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportFile(name)}`,
]

const VITEST = { counts: vitestCounts, failures: vitestFailures }

/** Each step: its command, the longest it may take, for a runner how to read its report, and the steps it cannot do without. */
const STEPS = [
  { name: 'lint', run: ['npm', 'run', '-s', 'lint'] },
  { name: 'types', run: ['npm', 'run', '-s', 'types'] },
  { name: 'layers', run: ['npm', 'run', '-s', 'deps:layers'] },
  { name: 'unused', run: ['npm', 'run', '-s', 'deps:unused'] },
  { name: 'licences', run: ['npm', 'run', '-s', 'deps:licences'] },
  { name: 'assets', run: ['npm', 'run', '-s', 'check:assets'] },
  {
    name: 'unit',
    run: ['vitest', 'run', '--coverage', ...vitestReporters('unit')],
    reads: VITEST,
    minutes: 14,
  },
  { name: 'build-chrome', run: ['npm', 'run', '-s', 'build:chrome'] },
  { name: 'build-firefox', run: ['npm', 'run', '-s', 'build:firefox'] },
  { name: 'size', run: ['npm', 'run', '-s', 'size'], needs: ['build-chrome', 'build-firefox'] },
  {
    name: 'package',
    run: ['tsx', 'scripts/package.ts', '--check'],
    needs: ['build-chrome', 'build-firefox'],
  },
  {
    name: 'pictures',
    run: ['tsx', 'scripts/pictures.ts', '--check', '--gate'],
    reads: { counts: pictureCounts, failures: pictureFailures },
    needs: ['build-chrome'],
    minutes: 4,
  },
  {
    name: 'e2e-chromium',
    run: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('e2e-chromium') },
    reads: { counts: playwrightCounts, failures: playwrightFailures },
    needs: ['build-chrome'],
    minutes: 26,
  },
  {
    name: 'e2e-firefox',
    run: ['vitest', 'run', '-c', 'vitest.firefox.config.ts', ...vitestReporters('e2e-firefox')],
    reads: VITEST,
    needs: ['build-firefox'],
    minutes: 10,
  },
  { name: 'bench', run: ['npm', 'run', '-s', 'bench', '--', '--quick'], needs: ['build-chrome'] },
]

let running = null

/** Ends a step with all it started: each runs in a process group of its own. */
function stop(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** Runs a step's command with its output shown; resolves to the exit code, null when a signal ended it. */
function execute({ run: [command, ...args], env = {}, minutes = 5 }) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    running = child
    const timer = setTimeout(() => {
      console.error(`stopped after ${minutes} minutes`)
      stop(child, 'SIGTERM')
      setTimeout(() => stop(child, 'SIGKILL'), 10_000).unref()
    }, minutes * MINUTE)
    const finish = (code) => {
      clearTimeout(timer)
      stop(child, 'SIGKILL')
      running = null
      done(code)
    }
    child.on('error', (error) => {
      console.error(`cannot start ${command}: ${error.message}`)
      finish(1)
    })
    child.on('exit', finish)
  })
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(reportFile(name), 'utf8'))
  } catch {
    return null
  }
}

/** How often a test that failed among others must pass alone, one after the other, to have passed. */
const TIMES_ALONE = 3

/** How the failed tests of a runner are run alone, by the name of its step; a round is one or more runs of each. */
const ALONE = {
  'e2e-chromium': {
    which: unsteady,
    rounds: 1,
    run: (tests) => [
      ...['playwright', 'test', ...tests],
      ...[`--repeat-each=${TIMES_ALONE}`, '--workers=1', '--reporter=list,json'],
    ],
    counts: playwrightCounts,
    wanted: (tests) => tests.length * TIMES_ALONE,
  },
  'e2e-firefox': {
    which: unsteadyFiles,
    rounds: TIMES_ALONE,
    run: (files) => [
      ...['vitest', 'run', '-c', 'vitest.firefox.config.ts', ...files],
      ...vitestReporters('e2e-firefox-alone'),
    ],
    counts: vitestCounts,
    wanted: (files) => files.length,
  },
}

/** Runs the failed tests of a report alone; true where each passed each time (docs/decisions/0014). */
async function passAlone(step, report) {
  const alone = ALONE[step]
  const tests = alone ? alone.which(report) : []
  if (tests.length === 0) return false
  console.log(`\n=== alone, ${TIMES_ALONE} times each: ${tests.join(', ')}`)
  const name = `${step}-alone`
  for (let round = 0; round < alone.rounds; round++) {
    rmSync(reportFile(name), { force: true })
    const code = await execute({
      run: alone.run(tests),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(name) },
      minutes: 10,
    })
    const again = readReport(name)
    const counts = judged(again && alone.counts(again), code)
    if (counts.failed > 0 || counts.passed < alone.wanted(tests)) return false
  }
  return true
}

async function take(step, failedBefore) {
  const missing = (step.needs ?? []).filter((name) => failedBefore.has(name))
  console.log(`\n=== ${step.name}`)
  if (missing.length > 0) {
    console.log(`not run, because ${missing.join(' and ')} failed`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const code = await execute(step)
  if (!step.reads)
    return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  const report = readReport(step.name)
  const said = report ? step.reads.failures(report) : []
  const counts = judged(report && step.reads.counts(report), code)
  const steady = counts.failed > 0 && counts.failed === said.length && (await passAlone(step.name, report))
  failures.push(...said.map((text) => `${step.name}, ${steady ? 'then passed alone' : 'failed'}: ${text}`))
  return steady ? { ...counts, passed: counts.passed + counts.failed, failed: 0 } : counts
}

/** The steps that `--only a,b` names, or all of them. */
function chosenSteps(args) {
  if (args.length === 0) return STEPS
  const names = args[0] === '--only' && args.length === 2 ? args[1].split(',') : null
  const unknown = names?.filter((name) => !STEPS.some((step) => step.name === name))
  if (!names || unknown.length > 0) {
    console.error(`usage: npm test -- --only ${STEPS.map((step) => step.name).join(',')}`)
    process.exit(2)
  }
  return STEPS.filter((step) => names.includes(step.name))
}

const steps = chosenSteps(process.argv.slice(2))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running) stop(running, 'SIGTERM')
    console.error(`\nstopped by ${signal}`)
    process.exit(130)
  })
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const rows = []
const failed = new Set()
/** What failed, in words: the end of the output alone must tell it. */
const failures = []
for (const step of steps) {
  const begun = performance.now()
  const counts = await take(step, failed)
  if (counts.failed > 0) failed.add(step.name)
  rows.push({ name: step.name, counts, seconds: (performance.now() - begun) / 1000 })
}

console.log('\nstep            seconds  result')
for (const { name, counts, seconds } of rows) {
  console.log(`${name.padEnd(14)} ${seconds.toFixed(1).padStart(8)}  ${summaryLine(counts)}`)
}
for (const text of failures) console.log(`\n✘ ${text}`)
const sum = total(rows.map((row) => row.counts))
console.log(`\n${summaryLine(sum)}`)
process.exitCode = sum.failed > 0 ? 1 : 0
