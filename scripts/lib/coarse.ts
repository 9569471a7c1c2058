import type { Picture } from './png'

/** Edge of a block, pixels. */
const BLOCK = 8
/** A block's mean may be so much beside, of 255, in each channel: strokes that are hinted another way. */
const BESIDE = 28
/** So much of all blocks may be further beside: a word that went to the next line moves what is below it. */
const SHARE = 0.15
/** And so much may one picture be higher than the other. */
const HIGHER = 0.08

/** How many of the blocks that two pictures of one width have both are others, and of how many. */
function blocks(a: Picture, b: Picture): { readonly others: number; readonly all: number } {
  const height = Math.min(a.height, b.height)
  let others = 0
  let all = 0
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < a.width; left += BLOCK) {
      all++
      const [bottom, right] = [Math.min(top + BLOCK, height), Math.min(left + BLOCK, a.width)]
      const sums = [0, 0, 0]
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          for (let channel = 0; channel < 3; channel++) {
            const at = (y * a.width + x) * 3 + channel
            sums[channel] = (sums[channel] ?? 0) + (a.rgb[at] ?? 0) - (b.rgb[at] ?? 0)
          }
      const area = (bottom - top) * (right - left)
      if (sums.some((sum) => Math.abs(sum) > BESIDE * area)) others++
    }
  return { others, all }
}

/**
 * The part of a picture that is another, by the means of blocks of eight pixels; null where it is small enough. For a
 * machine that draws letters another way, or sets a word on the next line: these are no difference, while a part that
 * is missing, another theme and another width are.
 */
export function coarselyDiffering(a: Picture, b: Picture): number | null {
  const higher = Math.abs(a.height - b.height) / Math.max(a.height, b.height)
  if (a.width !== b.width || higher > HIGHER) return 1
  const { others, all } = blocks(a, b)
  return others > all * SHARE ? others / all : null
}
