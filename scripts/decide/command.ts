import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { decide } from '@/lib/core/admission/decide'
import { err, ok, type Result } from '@/lib/core/result'

import { audit } from './audit'
import { auditLines } from './audit-lines'
import { answerOf } from './cases'
import { readInput } from './input'
import { runFile } from './report'

/** What a run comes to: lines for standard output, one line for standard error, and the exit code. */
export type Outcome = {
  readonly lines: readonly string[]
  readonly problem: string | null
  readonly code: 0 | 1 | 2
}

const USAGE =
  'usage: decide < input.json | decide --vectors FILE | decide --audit [--json] [--testnets] URL...'

const unusable = (problem: string): Outcome => ({ lines: [], problem: oneLine(problem), code: 2 })

/** Runs the command with these arguments; see scripts/decide.ts. Reads standard input where there are none. */
export async function runCommand(args: readonly string[]): Promise<Outcome> {
  const [mode, ...rest] = args
  if (mode === undefined) return decideInput(process.stdin.isTTY ? null : await text(process.stdin))
  if (mode === '--vectors' && rest.length === 1 && rest[0] !== undefined) return runVectors(rest[0])
  if (mode === '--audit') return auditUrls(rest)
  return unusable(USAGE)
}

/** Decides about one input, given as JSON text. */
export function decideInput(given: string | null): Outcome {
  if (given === null || given.trim() === '') return unusable(`no JSON on standard input; ${USAGE}`)
  const parsed = parse(given)
  if (!parsed.ok) return unusable(`standard input is no JSON: ${parsed.error}`)
  const input = readInput(parsed.value)
  if (!input.ok) return unusable(input.error)
  try {
    return { lines: [JSON.stringify(answerOf(decide(input.value)), null, 2)], problem: null, code: 0 }
  } catch (error) {
    return unusable(`this input cannot be decided: ${messageOf(error)}`)
  }
}

function runVectors(name: string): Outcome {
  // npm runs scripts in the folder of the package, and says where it was called.
  const called = resolve(process.env.INIT_CWD ?? '', name)
  const path = existsSync(called) ? called : resolve(name)
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    return unusable(`cannot read ${name}: ${messageOf(error)}`)
  }
  const parsed = parse(content)
  if (!parsed.ok) return unusable(`${name} is no JSON: ${parsed.error}`)
  const report = runFile(parsed.value)
  if (!report.ok) return unusable(`${name}: ${report.error}`)
  return { lines: report.value.lines, problem: null, code: report.value.failed > 0 ? 1 : 0 }
}

async function auditUrls(args: readonly string[]): Promise<Outcome> {
  const urls = args.filter((arg) => !arg.startsWith('--'))
  const options = args.filter((arg) => arg.startsWith('--'))
  if (urls.length === 0 || options.some((o) => o !== '--json' && o !== '--testnets')) return unusable(USAGE)
  const testnets = options.includes('--testnets')
  const reports = await Promise.all(urls.map((url) => audit(url, { testnets })))
  const lines = options.includes('--json')
    ? [JSON.stringify(reports, null, 2)]
    : reports.flatMap((report, i) => [...(i > 0 ? [''] : []), ...auditLines(report)])
  return { lines, problem: null, code: reports.every((r) => r.payable) ? 0 : 1 }
}

function parse(given: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(given.replace(/^\uFEFF/, '')))
  } catch (error) {
    return err(messageOf(error))
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const oneLine = (message: string): string => message.replace(/\s+/g, ' ')
