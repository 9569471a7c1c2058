import type { Step } from './steps'

/** So many programs are tried at most. */
const TRIES = 250

/**
 * Makes a program that breaks a rule shorter, as long as it breaks one: what comes after the fault goes at
 * once, then whole runs of steps, then single ones, and parts of what happens at the same time.
 *
 * @param broken what goes wrong in a program and at which step; null where nothing does
 */
export async function shrink(
  program: readonly Step[],
  broken: (program: readonly Step[]) => Promise<number | null>,
): Promise<readonly Step[]> {
  let tries = 0
  let best = program
  const accept = async (shorter: readonly Step[]): Promise<boolean> => {
    if (tries++ >= TRIES) return false
    const at = await broken(shorter)
    if (at === null) return false
    best = shorter.slice(0, at + 1)
    return true
  }
  await accept(program)
  for (let size = best.length >> 1; size >= 1; size = size >> 1) {
    for (let from = 0; from < best.length; ) {
      const taken = await accept([...best.slice(0, from), ...best.slice(from + size)])
      if (!taken) from += size
    }
  }
  for (let index = 0; index < best.length; index++) {
    for (let part = 0; ; ) {
      const step = best[index]
      if (step?.type !== 'together' || part >= step.steps.length) break
      const steps = step.steps.filter((_, i) => i !== part)
      if (!(await accept(best.with(index, { ...step, steps })))) part++
    }
  }
  return best
}
