import type { ApprovalSummary } from '@/lib/doors/ui-protocol'

/** One place in the queue: a request, or several that say the same, the oldest first. */
export type Entry = { readonly ids: readonly string[]; readonly first: ApprovalSummary }

/** Where one request stands among those that wait. */
export type Standing = {
  /** its place from 1 among the entries; null where it waits no more */
  readonly position: number | null
  readonly entries: number
  /** all that say the same, itself included; empty where it waits no more */
  readonly same: readonly string[]
  /** all of its site, itself included; empty where it waits no more */
  readonly ofSite: readonly ApprovalSummary[]
  /** what the next and the previous entry show; null where there is no other */
  readonly next: string | null
  readonly previous: string | null
}

/** Puts equal requests together: each keeps the place of its oldest. */
export function entriesOf(waiting: readonly ApprovalSummary[]): readonly Entry[] {
  const entries: { ids: string[]; first: ApprovalSummary }[] = []
  for (const summary of waiting) {
    const equal = entries.find(({ first }) => summary.same !== null && first.same === summary.same)
    if (equal === undefined) entries.push({ ids: [summary.paymentId], first: summary })
    else equal.ids.push(summary.paymentId)
  }
  return entries
}

/**
 * Where a request stands in the queue, which goes round: after the last comes the first.
 *
 * @param id the request on the screen, which may be answered already; null for none
 */
export function standingOf(waiting: readonly ApprovalSummary[], id: string | null): Standing {
  const entries = entriesOf(waiting)
  const at = id === null ? -1 : entries.findIndex(({ ids }) => ids.includes(id))
  const shown = entries[at]
  if (shown === undefined) {
    const next = entries[0]?.first.paymentId ?? null
    return { position: null, entries: entries.length, same: [], ofSite: [], next, previous: null }
  }
  const step = (by: number) =>
    entries.length < 2
      ? null
      : (entries[(at + by + entries.length) % entries.length]?.first.paymentId ?? null)
  return {
    position: at + 1,
    entries: entries.length,
    same: shown.ids,
    ofSite: waiting.filter(({ site }) => site === shown.first.site),
    next: step(1),
    previous: step(-1),
  }
}
