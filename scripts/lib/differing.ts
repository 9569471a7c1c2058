import type { Picture } from './png'

/**
 * A channel of a strip's mean may be so much beyond what it can be: what another machine's arithmetic and the palette
 * of the kept picture do.
 */
const SLACK = 16
/**
 * And so much more, of what the means about it span: a stroke one pixel thick that stands a quarter of a
 * pixel beside is paler by a quarter, though nothing is gone.
 */
const SPREAD = 0.3
/** Length of a strip, pixels; it is one pixel thick. */
const LENGTH = 4
/** Strips begin so many pixels apart along their length: half a strip, so that nothing falls between two. */
const STEP = 2
/** Every strip that is anything else is one that a person may see; the last bit of chance is left to so few. */
const MOST = 3

/** How two pictures of one screen stand to each other; `strips` where they are of one size. */
export type Difference = { readonly size: boolean; readonly strips: number; readonly isOther: boolean }

/** Means of all strips of a picture in one direction, three channels each, by the pixel where the strip begins. */
type Means = { readonly columns: number; readonly rows: number; readonly of: Float32Array }

function meansOf({ width, height, rgb }: Picture, along: 'x' | 'y'): Means {
  const [columns, rows] =
    along === 'x' ? [Math.max(1, width - LENGTH + 1), height] : [width, Math.max(1, height - LENGTH + 1)]
  const stride = (along === 'x' ? 1 : width) * 3
  const length = Math.min(LENGTH, along === 'x' ? width : height)
  const of = new Float32Array(columns * rows * 3)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel
        let sum = 0
        for (let i = 0; i < length; i++) sum += rgb[at + i * stride] ?? 0
        of[(y * columns + x) * 3 + channel] = sum / length
      }
  return { columns, rows, of }
}

/** Whether a mean is one that the other picture has there or one pixel beside, or between two of these. */
function isWithin(value: number, other: Means, x: number, y: number, channel: number): boolean {
  let [least, most] = [255, 0]
  for (let v = Math.max(0, y - 1); v <= Math.min(other.rows - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(other.columns - 1, x + 1); u++) {
      const there = other.of[(v * other.columns + u) * 3 + channel] ?? 0
      least = Math.min(least, there)
      most = Math.max(most, there)
    }
  const slack = SLACK + (most - least) * SPREAD
  return value >= least - slack && value <= most + slack
}

function differingStrips(a: Picture, b: Picture, along: 'x' | 'y'): number {
  const [one, two] = [meansOf(a, along), meansOf(b, along)]
  const [stepX, stepY] = along === 'x' ? [STEP, 1] : [1, STEP]
  let count = 0
  for (let y = 0; y < one.rows; y += stepY)
    for (let x = 0; x < one.columns; x += stepX) {
      const isOther = [0, 1, 2].some((channel) => {
        const at = (y * one.columns + x) * 3 + channel
        const [here, there] = [one.of[at] ?? 0, two.of[at] ?? 0]
        if (Math.abs(here - there) <= SLACK) return false
        return !isWithin(here, two, x, y, channel) || !isWithin(there, one, x, y, channel)
      })
      if (isOther) count++
    }
  return count
}

/**
 * Compares two pictures of a screen as somebody who looks, and not pixel by pixel: by the means of strips of four
 * pixels, across and down, each of which may be as it is in the other picture or one pixel beside. So smoothing of
 * edges, a part of a pixel and a little noise are no difference, while a thin pale line that moved, one character,
 * and a colour are. Pictures of two sizes are always others.
 */
export function differing(a: Picture, b: Picture): Difference {
  if (a.width !== b.width || a.height !== b.height) return { size: false, strips: 0, isOther: true }
  const strips = differingStrips(a, b, 'x') + differingStrips(a, b, 'y')
  return { size: true, strips, isOther: strips > MOST }
}
