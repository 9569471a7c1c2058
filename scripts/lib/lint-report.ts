import { isRecord } from '../../lib/core/json/parse.ts'

/** One thing that the linter says. */
type Said = { readonly code: string; readonly file: string; readonly message: string }

/** What the linter says that is not ours: by its code and the file's name, with the reason. */
const EXCUSED: readonly { readonly code: string; readonly file: RegExp; readonly why: string }[] = [
  {
    code: 'UNSAFE_VAR_ASSIGNMENT',
    file: /^(chunks|assets)\/[^/]+\.js$/,
    why: 'React DOM can set innerHTML; biome forbids our own code what would use it',
  },
]

/** What has to be mended, and what is excused, one line each. */
export type LintReport = { readonly faults: readonly string[]; readonly excused: readonly string[] }

/**
 * Reads the report of addons-linter (`--output json`): errors and warnings are faults, unless they are excused.
 * A report that cannot be read is a fault.
 */
export function lintReport(json: string): LintReport {
  const report = parsed(json)
  if (report === null) return { faults: ['its report cannot be read'], excused: [] }
  const faults: string[] = []
  const excused: string[] = []
  for (const { code, file, message } of report.errors) faults.push(`error ${code} in ${file}: ${message}`)
  for (const { code, file, message } of report.warnings) {
    const excuse = EXCUSED.find((each) => each.code === code && each.file.test(file))
    if (excuse === undefined) faults.push(`warning ${code} in ${file}: ${message}`)
    else excused.push(`${code} in ${file}: ${excuse.why}`)
  }
  return { faults, excused }
}

function parsed(json: string): { errors: Said[]; warnings: Said[] } | null {
  try {
    const report: unknown = JSON.parse(json)
    if (!isRecord(report) || !Array.isArray(report.errors) || !Array.isArray(report.warnings)) return null
    const said = (each: unknown): Said => {
      const { code, file, message } = isRecord(each) ? each : {}
      return { code: String(code), file: String(file), message: String(message) }
    }
    return { errors: report.errors.map(said), warnings: report.warnings.map(said) }
  } catch {
    return null
  }
}
