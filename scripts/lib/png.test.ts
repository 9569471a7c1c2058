import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { differing } from './differing'
import { type Picture, pngOf, readPng } from './png'

/** A picture of few colours, as a screen is. */
const picture: fc.Arbitrary<Picture> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((rgb) => ({ width, height, rgb })),
  )

describe('a picture of a screen', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(picture, (made) => {
        expect(readPng(pngOf(made))).toEqual(made)
      }),
    )
  })

  it('is the same file each time', () => {
    fc.assert(fc.property(picture, (made) => pngOf(made).equals(pngOf(made))))
  })

  it('keeps every pixel near where it has more colours than fit', () => {
    const rgb = new Uint8Array(64 * 64 * 3).map((_, i) =>
      i % 3 === 0 ? Math.floor(i / 192) * 4 : (i * 7) % 16,
    )
    const made = { width: 64, height: 64, rgb }
    expect(differing(readPng(pngOf(made)), made).strips).toBe(0)
  })
})
