import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConfigEnv } from 'wxt'

import config from '@/wxt.config'

const root = resolve(import.meta.dirname, '../..')

/** What a manifest says about access; lists without an order. */
type Access = {
  readonly permissions?: readonly string[] | undefined
  readonly optional_permissions?: readonly string[] | undefined
  readonly host_permissions?: readonly string[] | undefined
  readonly optional_host_permissions?: readonly string[] | undefined
  readonly externally_connectable?: unknown
  readonly web_accessible_resources?: unknown
  readonly incognito?: string | undefined
  readonly content_security_policy?: { readonly extension_pages?: string | undefined } | undefined
  readonly content_scripts?: readonly { readonly matches?: readonly string[] | undefined }[] | undefined
}

const builds = [
  { name: 'Chrome', browser: 'chrome', folder: 'chrome-mv3' },
  { name: 'Firefox', browser: 'firefox', folder: 'firefox-mv3' },
] as const
type Build = (typeof builds)[number]

/** Rows of the table under a heading of docs/permissions.md: what is asked for, in which builds, and why. */
function tableUnder(heading: string) {
  const text = readFileSync(join(root, 'docs/permissions.md'), 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, name = '', where = '', reason = '']) => ({ name, where: where.trim().split(', '), reason }),
  )
}

const documented = (heading: string, build: Build) =>
  tableUnder(heading)
    .filter((row) => row.where.includes(build.name))
    .map((row) => row.name)
    .sort()

/** What the configuration asks for, with what the builder adds because an entrypoint exists. */
async function configured({ browser }: Build): Promise<Access> {
  const env: ConfigEnv = { mode: 'production', command: 'build', browser, manifestVersion: 3 }
  const manifest =
    (await (typeof config.manifest === 'function' ? config.manifest(env) : config.manifest)) ?? {}
  const hasSidePanel = browser === 'chrome' && existsSync(join(root, 'entrypoints/sidepanel'))
  return {
    ...manifest,
    permissions: [...(manifest.permissions ?? []), ...(hasSidePanel ? ['sidePanel'] : [])],
  }
}

/** The manifest of a build, null where there is none or it is older than the configuration. */
function built({ folder }: Build): Access | null {
  const path = join(root, '.output', folder, 'manifest.json')
  const isCurrent =
    existsSync(path) && statSync(path).mtimeMs >= statSync(join(root, 'wxt.config.ts')).mtimeMs
  return isCurrent ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** Any extension and no page; Firefox knows no such key, and is so without. */
const connectable = ({ browser }: Build) => (browser === 'chrome' ? { ids: ['*'] } : undefined)

const sorted = (list: readonly string[] | undefined) => [...(list ?? [])].sort()

describe.each(builds)('the $name manifest', (build) => {
  it('asks for the documented permissions and hosts, and no other', async () => {
    const manifest = await configured(build)
    expect(sorted(manifest.permissions)).toEqual(documented('API permissions', build))
    expect(sorted(manifest.host_permissions)).toEqual(documented('Host permissions', build))
    expect(sorted(manifest.optional_permissions)).toEqual(documented('Optional permissions', build))
    expect(manifest.optional_host_permissions).toBeUndefined()
  })

  it('opens nothing to pages or to private windows, and to other extensions one door', async () => {
    const manifest = await configured(build)
    expect(manifest.externally_connectable).toEqual(connectable(build))
    expect(manifest.web_accessible_resources).toBeUndefined()
    expect(manifest.incognito).toBe('not_allowed')
  })

  it('lets no page put a screen of the wallet into a frame', async () => {
    const { extension_pages: policy = '' } = (await configured(build)).content_security_policy ?? {}
    expect(policy.split(';').map((part) => part.trim())).toContain("frame-ancestors 'none'")
  })

  it.skipIf(built(build) === null)('says the same in the build', async () => {
    const manifest = built(build) ?? {}
    const wanted = await configured(build)
    const hosts = documented('Host permissions', build)
    expect(sorted(manifest.permissions)).toEqual(sorted(wanted.permissions))
    expect(sorted(manifest.host_permissions)).toEqual(hosts)
    for (const script of manifest.content_scripts ?? []) expect(sorted(script.matches)).toEqual(hosts)
    expect(sorted(manifest.optional_permissions)).toEqual(sorted(wanted.optional_permissions))
    expect(manifest.externally_connectable).toEqual(connectable(build))
    expect(manifest.web_accessible_resources).toBeUndefined()
    expect(manifest.incognito).toBe('not_allowed')
  })
})

describe('docs/permissions.md', () => {
  it('gives each row builds that exist and a reason', () => {
    const headings = ['API permissions', 'Optional permissions', 'Host permissions']
    const rows = headings.flatMap(tableUnder)
    expect(rows.length).toBeGreaterThan(0)
    for (const { where, reason } of rows) {
      expect(builds.map((build) => build.name)).toEqual(expect.arrayContaining(where))
      expect(reason.trim().length).toBeGreaterThan(20)
    }
  })
})
