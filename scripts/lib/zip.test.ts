import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { unzip, zipOf } from './zip'

const entries = fc.uniqueArray(
  fc.record({
    path: fc.stringMatching(/^[a-zé]{1,8}(\/[a-z]{1,8}){0,2}\.js$/),
    bytes: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  }),
  { selector: (entry) => entry.path, maxLength: 8 },
)
const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)

describe('an archive', () => {
  it('gives back every file with its path', () => {
    fc.assert(
      fc.property(entries, (files) => {
        expect(unzip(zipOf(files))).toEqual(files.toSorted(byPath))
      }),
    )
  })

  it('is the same for the same files in any order', () => {
    fc.assert(
      fc.property(entries, (files) => {
        expect(zipOf(files.toReversed()).equals(zipOf(files))).toBe(true)
      }),
    )
  })

  it('is refused where a byte of a file is another', () => {
    const archive = zipOf([{ path: 'a.js', bytes: Buffer.from('a text of some length') }])
    archive.writeUInt8(archive.readUInt8(40) ^ 1, 40)
    expect(() => unzip(archive)).toThrow()
    expect(() => unzip(Buffer.from('no archive'))).toThrow('no archive')
  })
})
