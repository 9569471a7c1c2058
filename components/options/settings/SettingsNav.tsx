import { useEffect, useState } from 'react'

import { usePageWords } from '../../i18n/pages'

/** The part of the settings that an address of the page points at: `#/settings/<id>`; null for none. */
const pointedAt = (): string | null => /^#\/settings\/(\w+)$/.exec(location.hash)?.[1] ?? null

/** Moves to a part of the settings, for the eye and for the keyboard. */
function moveTo(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView()
  part?.querySelector('h2')?.focus({ preventScroll: true })
}

/** The last part that has begun in the upper quarter of the window; at the end of the page the last of all. */
function partInSight(): string | null {
  const parts = [...document.querySelectorAll('.setting[id]')]
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const isEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1
  const begun = isEnd ? parts : parts.filter((part) => part.getBoundingClientRect().top < clientHeight / 4)
  return (begun.at(-1) ?? parts[0])?.id ?? null
}

/**
 * The parts of the settings by their names: beside them where the window is wide, above them where it is narrow.
 * The one that is being read is marked.
 */
export function SettingsNav() {
  const { t } = usePageWords()
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const follow = () => {
      const id = pointedAt()
      if (id !== null) moveTo(id)
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    const read = () => setCurrent(partInSight())
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [])
  const parts: readonly (readonly [id: string, name: string])[] = [
    ['limits', t.settings.limits],
    ['lock', t.settings.lockAfter],
    ['password', t.settings.password],
    ['backup', t.settings.backup],
    ['accounts', t.settings.accounts],
    ['modes', t.settings.modes],
    ['notices', t.notices.title],
    ['networks', t.settings.networks],
    ['assets', t.owner.assets.title],
    ['language', t.settings.language],
    ['theme', t.owner.theme.title],
    ['data', t.data.title],
    ['about', t.owner.about.title],
  ]
  return (
    <nav className="parts" aria-label={t.settings.title}>
      {parts.map(([id, name]) => (
        <a
          key={id}
          href={`#/settings/${id}`}
          aria-current={id === current ? 'location' : undefined}
          // The same address a second time is no change of it, and leads there nevertheless.
          onClick={() => moveTo(id)}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
