/** The parts of package.json that the check reads. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

/** The parts of package-lock.json that the check reads. */
export interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string
        readonly license?: string
        readonly dev?: boolean
        readonly hasInstallScript?: boolean
      }
    >
  >
}

const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
])
const MOST_RUNTIME_DEPENDENCIES = 15
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** True when an SPDX expression leaves a choice that is permissive: `(MIT OR GPL-3.0)` does, `MIT AND GPL-3.0` does not. */
export function isPermissive(expression: string): boolean {
  return expression
    .replace(/[()]/g, ' ')
    .split(/\sOR\s/)
    .some((choice) => choice.split(/\sAND\s/).every((licence) => PERMISSIVE.has(licence.trim())))
}

/**
 * What is wrong with the dependencies, one sentence each; empty when nothing is.
 *
 * Everything that ships, with all it depends on, has a permissive licence and no install script. Of the rest only
 * the `node` package may run one, and each package that has one is decided by name in `allowScripts`.
 */
export function dependencyFaults(manifest: Manifest, lock: Lock): string[] {
  const faults: string[] = []
  const direct = { ...manifest.devDependencies, ...manifest.dependencies }
  for (const [name, range] of Object.entries(direct)) {
    if (!EXACT_VERSION.test(range)) faults.push(`${name} is not pinned exactly ("${range}")`)
  }
  const runtime = Object.keys(manifest.dependencies ?? {}).length
  if (runtime > MOST_RUNTIME_DEPENDENCIES) {
    faults.push(`${runtime} runtime dependencies; at most ${MOST_RUNTIME_DEPENDENCIES} are allowed`)
  }
  for (const [name, allowed] of Object.entries(manifest.allowScripts ?? {})) {
    if (allowed && name !== 'node') faults.push(`allowScripts lets ${name} run an install script`)
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (entry.hasInstallScript && manifest.allowScripts?.[name] === undefined) {
      faults.push(`${name} has an install script that allowScripts does not decide`)
    }
    if (entry.dev) continue
    if (entry.hasInstallScript) faults.push(`${name} ships and has an install script`)
    if (!isPermissive(entry.license ?? '')) {
      faults.push(`${name} ships under "${entry.license ?? 'no stated licence'}", which is not permissive`)
    }
  }
  return faults
}
