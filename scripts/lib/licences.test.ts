import { describe, expect, it } from 'vitest'
import { dependencyFaults, isPermissive } from './licences'

const manifest = {
  dependencies: { a: '1.0.0' },
  devDependencies: { node: '24.0.0' },
  allowScripts: { node: true },
}
const sound = {
  packages: {
    '': {},
    'node_modules/a': { license: 'MIT' },
    'node_modules/node': { license: 'MIT', dev: true, hasInstallScript: true },
  },
}
const lockWith = (path: string, entry: object) => ({ packages: { ...sound.packages, [path]: entry } })

describe('a licence expression', () => {
  it('is permissive when one of its choices is', () => {
    expect(isPermissive('(GPL-3.0 OR MIT)')).toBe(true)
  })

  it('is not permissive when one of its joined parts is not', () => {
    expect(isPermissive('MIT AND GPL-3.0')).toBe(false)
  })
})

describe('dependencies', () => {
  it('pinned, permissive and without scripts have no fault', () => {
    expect(dependencyFaults(manifest, sound)).toEqual([])
  })

  it('are pinned exactly', () => {
    const loose = { ...manifest, dependencies: { a: '^1.0.0' } }
    expect(dependencyFaults(loose, sound)).toEqual(['a is not pinned exactly ("^1.0.0")'])
  })

  it('that ship have a permissive licence, however deep they lie', () => {
    const lock = lockWith('node_modules/a/node_modules/@s/b', { license: 'GPL-3.0' })
    expect(dependencyFaults(manifest, lock)).toEqual(['@s/b ships under "GPL-3.0", which is not permissive'])
  })

  it('that ship state a licence', () => {
    expect(dependencyFaults(manifest, lockWith('node_modules/b', {}))).toHaveLength(1)
  })

  it('of the tools alone may have another licence', () => {
    expect(dependencyFaults(manifest, lockWith('node_modules/b', { license: 'GPL-3.0', dev: true }))).toEqual(
      [],
    )
  })

  it('that ship have no install script, even where the manifest names it', () => {
    const decided = { ...manifest, allowScripts: { node: true, b: false } }
    const lock = lockWith('node_modules/b', { license: 'MIT', hasInstallScript: true })
    expect(dependencyFaults(decided, lock)).toEqual(['b ships and has an install script'])
  })

  it('with an install script are each decided by name', () => {
    const lock = lockWith('node_modules/b', { license: 'MIT', dev: true, hasInstallScript: true })
    expect(dependencyFaults(manifest, lock)).toEqual([
      'b has an install script that allowScripts does not decide',
    ])
  })

  it('other than node never run an install script', () => {
    const generous = { ...manifest, allowScripts: { node: true, b: true } }
    expect(dependencyFaults(generous, sound)).toEqual(['allowScripts lets b run an install script'])
  })

  it('that ship are fifteen at most', () => {
    const names = Array.from({ length: 16 }, (_, i) => [`p${i}`, '1.0.0'])
    const many = { ...manifest, dependencies: Object.fromEntries(names) }
    expect(dependencyFaults(many, sound)).toEqual(['16 runtime dependencies; at most 15 are allowed'])
  })
})
