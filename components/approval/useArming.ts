import { useEffect, useState } from 'react'

/** A button that answers for money stays dead this long after its terms came into sight. */
export const ARMING_MS = 500

/**
 * True once the same terms have been in sight for 500 ms without a break, so that a click or a key meant for
 * something else cannot land on them.
 *
 * @param terms names what is shown; another name starts anew
 */
export function useArming(terms: string): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      setArmed(null)
      if (document.visibilityState === 'visible') timer = setTimeout(() => setArmed(terms), ARMING_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [terms])
  return armed === terms
}
