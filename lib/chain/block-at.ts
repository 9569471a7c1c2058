import { err, ok } from '@/lib/core/result'
import { type Block, parseBlock } from './chain'
import { toQuantity } from './hex'
import type { Read, Reading } from './reading'

/** Far more than a chain of any age needs. */
const MOST_STEPS = 80

/**
 * The newest block of a reading that is not later than a time: what is only valid before then stands in it or
 * below.
 *
 * Blocks of most chains come evenly, so a guess between the two that are known lands near; every other step
 * halves what is left, so that uneven chains end as well.
 *
 * @param time Unix seconds
 * @returns its height; 0 where all blocks are later
 */
export async function blockAt(reading: Reading, time: number): Promise<Read<bigint>> {
  let high: Pick<Block, 'number' | 'timestamp'> = reading.block
  if (high.timestamp <= time) return ok(high.number)
  let low: Pick<Block, 'number' | 'timestamp'> | null = null
  for (let step = 0; step < MOST_STEPS; step++) {
    const bottom = low?.number ?? 0n
    if (high.number - bottom <= 1n && low !== null) return ok(low.number)
    const guess = low === null ? firstGuess(high, time, step) : between(low, high, time, step)
    const block = await blockOf(reading, guess)
    if (!block.ok) return block
    if (block.value.timestamp > time) {
      if (guess === 0n) return ok(0n)
      high = block.value
    } else low = block.value
  }
  return err('spent')
}

/** So many seconds a block at first, then twice as far each time, down to the first. */
function firstGuess(high: Pick<Block, 'number' | 'timestamp'>, time: number, step: number): bigint {
  const back = BigInt(Math.max(1, Math.ceil((high.timestamp - time) / 2))) << BigInt(2 * step)
  return back >= high.number ? 0n : high.number - back
}

function between(
  low: Pick<Block, 'number' | 'timestamp'>,
  high: Pick<Block, 'number' | 'timestamp'>,
  time: number,
  step: number,
): bigint {
  const span = high.number - low.number
  const seconds = high.timestamp - low.timestamp
  const part = step % 2 === 1 || seconds <= 0 ? 0.5 : (time - low.timestamp) / seconds
  const guess = low.number + BigInt(Math.round(Number(span) * part))
  if (guess <= low.number) return low.number + 1n
  return guess >= high.number ? high.number - 1n : guess
}

/** The time of one block. */
export async function blockOf(reading: Reading, number: bigint): Promise<Read<Block>> {
  return await reading.ask(
    { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] },
    (value) => {
      const block = parseBlock(value)
      return block?.number === number ? block : undefined
    },
  )
}
