import { useEffect, useRef, useState } from 'react'

/** How far from the window something is drawn already, so that nobody who scrolls meets a blank. */
const MARGIN = '1200px 0px'

/**
 * Whether an element is near the window, and how high it was when it was last drawn, in pixels. What has the
 * focus stays: a keyboard must not lose its place.
 */
export function useNear() {
  const ref = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState({ isNear: true, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        const isNear = entry.isIntersecting || element.contains(document.activeElement)
        const drawn = entry.boundingClientRect.height
        setNear((before) =>
          before.isNear === isNear ? before : { isNear, height: before.isNear ? drawn : before.height },
        )
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...near }
}
