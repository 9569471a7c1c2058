import { useEffect, useState } from 'react'

const SECOND = 1_000

/** The time, Unix milliseconds, told anew every second while somebody looks. */
export function useClock(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}
