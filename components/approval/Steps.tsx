import { useWords } from '../i18n/context'
import { Icon } from '../parts/Icon'
import type { Queue } from './useQueue'

/** The way to the other requests that wait, and which of them this is. */
export function Steps({ queue }: { readonly queue: Queue }) {
  const { t, format } = useWords()
  const { position, entries, next, previous } = queue.standing
  if (next === null) return null
  if (position === null)
    return (
      <button
        className="link"
        type="button"
        aria-label={`${t.approval.waiting(entries)}. ${t.approval.next}`}
        onClick={() => queue.show(next)}
      >
        {t.approval.waiting(entries)} <Icon name="right" />
      </button>
    )
  return (
    <nav className="tools steps-of" aria-label={t.queue.title}>
      <button
        className="icon-btn"
        type="button"
        aria-label={t.approval.previous}
        onClick={() => previous !== null && queue.show(previous)}
      >
        <Icon name="left" />
      </button>
      <span role="status">{t.queue.position(format.number(position), format.number(entries))}</span>
      <button
        className="icon-btn"
        type="button"
        aria-label={t.approval.next}
        onClick={() => queue.show(next)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}
