import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { differing } from './differing'
import type { Picture } from './png'

type Colour = readonly [number, number, number]
/** Left, top, width and height in pixels, parts of them as well; and what it is painted with. */
type Box = readonly [number, number, number, number, Colour]

const [WIDTH, HEIGHT] = [120, 60]
const INK: Colour = [20, 22, 27]
const PAPER: Colour = [255, 255, 255]
/** The palest line of the screens, in the light theme and in the dark. */
const RULES: readonly (readonly [Colour, Colour])[] = [
  [PAPER, [226, 226, 221]],
  [
    [21, 23, 27],
    [44, 48, 55],
  ],
]

const overlap = (from: number, length: number, pixel: number) =>
  Math.max(0, Math.min(from + length, pixel + 1) - Math.max(from, pixel))

/** Paints boxes on paper as a browser does: a pixel that is covered in part takes a part of the colour. */
function painted(boxes: readonly Box[], paper: Colour = PAPER): Picture {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let i = 0; i < rgb.length; i++) {
    const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)]
    const channel = (i % 3) as 0 | 1 | 2
    rgb[i] = boxes.reduce((under, [left, top, width, height, colour]) => {
      const covered = overlap(left, width, x) * overlap(top, height, y)
      return under + (colour[channel] - under) * covered
    }, paper[channel])
  }
  return { width: WIDTH, height: HEIGHT, rgb }
}

/** Strokes of a few characters of the size of the screens' text, in a field of 6 by 9 pixels. */
const STROKES: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
  a: [
    [1, 3, 4, 1.2],
    [4, 4, 1.3, 5],
    [1, 5.5, 3, 1.1],
    [0.5, 6.5, 1.3, 1.5],
    [1, 8, 3, 1],
  ],
  e: [
    [1, 3, 3.5, 1.2],
    [0.5, 4, 1.3, 4],
    [4, 4, 1.3, 1.5],
    [1.8, 5.5, 3.5, 1],
    [1, 8, 4, 1],
  ],
  i: [
    [2.3, 3, 1.3, 6],
    [2.3, 0.5, 1.3, 1.3],
  ],
  o: [
    [1.3, 3, 3, 1.1],
    [0.5, 4, 1.3, 4],
    [4, 4, 1.3, 4],
    [1.3, 8, 3, 1],
  ],
  p: [
    [0.5, 3, 1.3, 8],
    [1.8, 3, 2.5, 1.1],
    [4, 4, 1.3, 4],
    [1.8, 8, 2.5, 1],
  ],
  r: [
    [0.5, 3, 1.3, 6],
    [1.8, 3, 2.7, 1.2],
  ],
  s: [
    [1, 3, 3.5, 1.1],
    [0.5, 4, 1.3, 1.3],
    [1, 5.4, 3, 1.1],
    [3.7, 6.4, 1.3, 1.5],
    [0.5, 8, 3.5, 1],
  ],
  2: [
    [0.8, 0.5, 3.5, 1.1],
    [4, 1.5, 1.3, 2.5],
    [2.5, 4, 2, 1.5],
    [1, 5.5, 1.8, 2],
    [0.5, 7.9, 4.8, 1.1],
  ],
  3: [
    [0.8, 0.5, 3.5, 1.1],
    [4, 1.5, 1.3, 2.5],
    [1.8, 4, 2.5, 1.1],
    [4, 5, 1.3, 3],
    [0.5, 7.9, 3.8, 1.1],
  ],
}

const written = (word: string, left: number, top: number, colour: Colour = INK): Box[] =>
  [...word].flatMap((sign, i) =>
    (STROKES[sign] ?? []).map(([x, y, w, h]): Box => [left + i * 7 + x, top + y, w, h, colour]),
  )

const isOther = (a: Picture, b: Picture) => differing(a, b).isOther
/** A word over a line, as rows of the screens are. */
const row = (word: string, at: readonly [number, number], line: number): Box[] => [
  ...written(word, ...at),
  [4, line, 100, 1, [226, 226, 221]],
]
const kept = painted(row('price', [10, 20], 40))

describe('two pictures of a screen', () => {
  it('are the same where they are, of any content', () => {
    const content = fc.uint8Array({ minLength: 30 * 20 * 3, maxLength: 30 * 20 * 3 })
    fc.assert(
      fc.property(content, (rgb) => {
        const picture = { width: 30, height: 20, rgb }
        expect(differing(picture, { ...picture, rgb: rgb.slice() })).toEqual({
          size: true,
          strips: 0,
          isOther: false,
        })
      }),
    )
  })

  it('are others where their sizes are', () => {
    const { rgb } = painted([])
    const higher = { width: WIDTH, height: HEIGHT + 1, rgb: new Uint8Array(WIDTH * (HEIGHT + 1) * 3) }
    expect(differing(painted([]), higher)).toMatchObject({ size: false, isOther: true })
    expect(isOther(painted([]), { width: HEIGHT, height: WIDTH, rgb })).toBe(true)
  })

  it('are the same with noise of twelve steps in each channel', () => {
    const noise = fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 997, maxLength: 997 })
    fc.assert(
      fc.property(noise, (steps) => {
        const rgb = kept.rgb.map((value, i) => Math.max(0, Math.min(255, value + (steps[i % 997] ?? 0))))
        expect(isOther(kept, { ...kept, rgb })).toBe(false)
      }),
      { numRuns: 30 },
    )
    for (const step of [-12, 12])
      expect(isOther(kept, { ...kept, rgb: kept.rgb.map((v) => Math.max(0, Math.min(255, v + step))) })).toBe(
        false,
      )
  })

  it('are the same where an edge stands up to half a pixel beside, and thin strokes up to a quarter', () => {
    const part = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    const button = (x: number, y: number) => painted([[20 + x, 20 + y, 40, 20, INK]])
    fc.assert(
      fc.property(part(0.5), part(0.5), (x, y) => {
        expect(isOther(button(0, 0), button(x, y))).toBe(false)
        expect(isOther(button(x, y), button(0, 0))).toBe(false)
      }),
    )
    fc.assert(
      fc.property(part(0.25), part(0.25), (x, y) => {
        const moved = painted(row('price', [10 + x, 20 + y], 40 + y))
        expect(isOther(kept, moved)).toBe(false)
        expect(isOther(moved, kept)).toBe(false)
      }),
    )
  })

  it.each(RULES)('are others where the palest line moved by two pixels or is gone, on %s', (paper, rule) => {
    const line = (y: number) => painted([[4, y, 100, 1, rule]], paper)
    for (const y of [32, 36, 37, 38, 42, 44, 48]) expect(isOther(line(40), line(y))).toBe(true)
    expect(isOther(line(40), painted([], paper))).toBe(true)
    expect(isOther(painted([], paper), line(40))).toBe(true)
    const upright = (x: number) => painted([[x, 4, 1, 50, rule]], paper)
    for (const x of [52, 57, 58, 62, 63, 68]) expect(isOther(upright(60), upright(x))).toBe(true)
  })

  it('are others where a line of text moved by two pixels, in any direction', () => {
    for (const [x, y] of [
      [2, 0],
      [-2, 0],
      [0, 2],
      [0, -2],
      [7, 0],
      [0, 9],
    ] as const)
      expect(isOther(kept, painted(row('price', [10 + x, 20 + y], 40)))).toBe(true)
  })

  it.each(['prise', 'ppice', 'prece', 'pric', 'prices', 'proce'])(
    'are others where "price" became "%s"',
    (word) => {
      expect(isOther(kept, painted(row(word, [10, 20], 40)))).toBe(true)
    },
  )

  it('are others where one digit is', () => {
    expect(isOther(painted(written('2', 10, 20)), painted(written('3', 10, 20)))).toBe(true)
  })

  it('are others where a colour is', () => {
    const button = (colour: Colour) => painted([[20, 20, 40, 20, colour]])
    const pen: Colour = [31, 63, 181]
    for (const other of [
      [31, 63, 140],
      [80, 63, 181],
      [135, 80, 0],
    ] as const)
      expect(isOther(button(pen), button(other))).toBe(true)
    const word = (colour: Colour) => painted(written('price', 10, 20, colour))
    expect(isOther(word([179, 32, 26]), word([13, 106, 60]))).toBe(true)
    expect(isOther(word(INK), word([85, 90, 100]))).toBe(true)
  })
})
