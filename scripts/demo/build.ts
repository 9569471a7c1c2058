import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Where `wxt build` puts the extension for Chromium; an absolute path. */
export const extensionFolder = join(root, '.output', 'chrome-mv3')

/** What the build is made of. Tests lie among it: a changed test costs a build, a missed source would cost more. */
const sources = [
  'components',
  'entrypoints',
  'lib',
  'public',
  'package-lock.json',
  'package.json',
  'wxt.config.ts',
]

/**
 * Builds the extension, unless the build that is there is newer than every source.
 *
 * @returns true when it was built now
 * @throws Error when the build fails; its own words are on the terminal then
 */
export function ensureBuilt(): boolean {
  const manifest = join(extensionFolder, 'manifest.json')
  const newest = Math.max(...sources.map((source) => newestBelow(join(root, source))))
  if (existsSync(manifest) && statSync(manifest).mtimeMs > newest) return false
  const wxt = join(root, 'node_modules', '.bin', 'wxt')
  const built = spawnSync(wxt, ['build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (built.error) throw built.error
  if (built.status !== 0) throw new Error('the extension could not be built')
  return true
}

/** The newest time of change of a file, or of anything in a folder, in milliseconds; a folder's own time tells of deleted files. */
function newestBelow(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestBelow(join(path, name))))
}
