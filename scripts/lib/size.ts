import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One measured size in bytes, and the most it may be. */
export interface Measured {
  readonly what: string
  readonly bytes: number
  readonly limit: number
}

/** 1 kB is 1000 bytes. */
const KB = 1000
const LIMITS = {
  bridge: 5 * KB,
  page: 12 * KB,
  api: 38 * KB,
  background: 340 * KB,
  backgroundGzip: 110 * KB,
  screenGzip: 250 * KB,
}

const STATIC_IMPORT =
  /(?<![.\w$"'`])(?:import|export)\s*(?:[\w$*{][^'"()]*?\bfrom\s*|[*{][^'"()]*?\}?\s*from\s*)?(["'])([^"']+)\1/g

/** The files that a script imports statically, as written in it; `import()` is not among them. */
export function staticImports(script: string): string[] {
  return [...script.matchAll(STATIC_IMPORT)].map((match) => match[2] ?? '')
}

/** The scripts, preloaded modules and style sheets that an HTML page loads at once, as written in it. */
export function pageResources(html: string): string[] {
  const tags = html.match(/<(script|link)\b[^>]*>/gi) ?? []
  return tags.flatMap((tag) => {
    const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']?([^"'\\s>]+)`, 'i').exec(tag)?.[1]
    const wanted = /^<script/i.test(tag)
      ? attribute('src')
      : /^(modulepreload|stylesheet)$/i.test(attribute('rel') ?? '')
        ? attribute('href')
        : undefined
    return wanted === undefined ? [] : [wanted]
  })
}

/** The file below `root` that a reference in `from` means; null for one to another host. */
function resolved(reference: string, from: string): string | null {
  if (/^(\w+:)?\/\//.test(reference)) return null
  const path = reference.replace(/[?#].*$/, '')
  return path.startsWith('/') ? normalize(path.slice(1)) : normalize(join(dirname(from), path))
}

/** A file and all it loads at once, each once: for a page its scripts and styles, for a script its static imports. */
export function loadedAtOnce(root: string, first: string): string[] {
  const seen = new Set<string>()
  const waiting = [normalize(first)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(join(root, file), 'utf8')
    const references = file.endsWith('.html')
      ? pageResources(text)
      : file.endsWith('.js')
        ? staticImports(text)
        : []
    for (const reference of references) {
      const target = resolved(reference, file)
      if (target !== null) waiting.push(target)
    }
  }
  return [...seen].sort()
}

const rawSize = (root: string, files: readonly string[]) =>
  files.reduce((sum, file) => sum + readFileSync(join(root, file)).length, 0)

const gzipSize = (root: string, files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0)

interface ExtensionManifest {
  readonly background?: { readonly service_worker?: string; readonly scripts?: readonly string[] }
}

/**
 * Measures one built extension against the limits.
 *
 * @param root folder of the build, e.g. `.output/chrome-mv3`
 * @returns one row for each content script, two for the background, one for each screen
 * @throws Error when the build, the background, a content script or every screen is missing
 */
export function measureBuild(root: string): Measured[] {
  if (!existsSync(join(root, 'manifest.json')))
    throw new Error(`${root} holds no build: run npm run build first`)
  const manifest: ExtensionManifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8'))
  const { service_worker: worker, scripts = [] } = manifest.background ?? {}
  const entries = worker === undefined ? scripts : [worker]
  if (entries.length === 0) throw new Error(`${root} has no background`)
  const background = [...new Set(entries.flatMap((entry) => loadedAtOnce(root, entry)))]
  const screens = readdirSync(root).filter((name) => name.endsWith('.html'))
  if (screens.length === 0) throw new Error(`${root} has no screen`)
  const script = (name: 'bridge' | 'page' | 'api') => ({
    what: `${name}.content, minified`,
    bytes: rawSize(root, [`content-scripts/${name}.js`]),
    limit: LIMITS[name],
  })
  return [
    script('bridge'),
    script('page'),
    script('api'),
    { what: 'background, minified', bytes: rawSize(root, background), limit: LIMITS.background },
    { what: 'background, gzip', bytes: gzipSize(root, background), limit: LIMITS.backgroundGzip },
    ...screens.map((name) => ({
      what: `${name}, first load, gzip`,
      bytes: gzipSize(root, loadedAtOnce(root, name)),
      limit: LIMITS.screenGzip,
    })),
  ]
}
