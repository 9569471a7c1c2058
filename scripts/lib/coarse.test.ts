import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

import { coarselyDiffering } from './coarse'
import { differing } from './differing'
import { type Picture, readPng } from './png'

const screen = readPng(
  readFileSync(resolve(import.meta.dirname, '../../docs/screens/home.en.light.1200.png')),
)

/** The same picture, each pixel made of those of the other. */
function drawn(of: Picture, value: (x: number, y: number, channel: number) => number): Picture {
  const rgb = new Uint8Array(of.rgb.length)
  for (let i = 0; i < rgb.length; i++)
    rgb[i] = value(Math.floor(i / 3) % of.width, Math.floor(i / 3 / of.width), i % 3)
  return { ...of, rgb }
}

const at =
  ({ width, height, rgb }: Picture) =>
  (x: number, y: number, channel: number): number =>
    rgb[(Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 3 + channel] ??
    0

const pixel = at(screen)

describe('the coarse look at two pictures', () => {
  it('takes letters for the same whose strokes are drawn softer or half a pixel beside', () => {
    const beside = drawn(screen, (x, y, c) => (pixel(x, y, c) + pixel(x + 1, y, c)) / 2)
    const softer = drawn(
      screen,
      (x, y, c) => (pixel(x, y - 1, c) + 2 * pixel(x, y, c) + pixel(x, y + 1, c)) / 4,
    )
    for (const other of [screen, beside, softer]) expect(coarselyDiffering(screen, other)).toBeNull()
    // For these the close look is no use.
    expect(differing(screen, softer).isOther).toBe(true)
  })

  it('takes what moved by a line for the same, and a picture that is higher by one', () => {
    const moved = drawn(screen, (x, y, c) => pixel(x, y < 300 ? y : y - 20, c))
    const higher = {
      ...screen,
      height: screen.height + 20,
      rgb: new Uint8Array(3 * screen.width * (screen.height + 20)),
    }
    higher.rgb.set(screen.rgb)
    for (const other of [moved, higher]) {
      expect(coarselyDiffering(screen, other)).toBeNull()
      expect(differing(screen, other).isOther).toBe(true)
    }
  })

  it('sees another theme, a part that is missing, and another size', () => {
    const grey = drawn(screen, (x, y, c) => (y > screen.height * 0.8 ? 128 : pixel(x, y, c)))
    const inverted = drawn(screen, (x, y, c) => 255 - pixel(x, y, c))
    const height = Math.floor(screen.height * 0.9)
    const shorter = { ...screen, height, rgb: screen.rgb.subarray(0, 3 * screen.width * height) }
    for (const other of [grey, inverted, shorter])
      expect(coarselyDiffering(screen, other)).toBeGreaterThan(0.15)
  })
})
