/** What a notice could be about, as the ledger stands. Amounts are ready to be read. */
export type Standing = {
  /** what mandates paid lately, the oldest first; `at` in Unix milliseconds */
  readonly automatic: readonly Automatic[]
  readonly limits: readonly LimitLevel[]
  /** payments of which nobody knows what became, by their authorization */
  readonly unknown: readonly Unknown[]
  /** what waits for a person, the oldest first */
  readonly waiting: readonly Waiting[]
}

export type Automatic = {
  readonly mandate: string
  readonly origin: string
  /** decimal dollars; null for an asset without a price */
  readonly usd: string | null
  readonly amount: string
  readonly at: number
}
/** How far a limit is used: 80 and 100 are told. */
export type LimitLevel = {
  readonly id: string
  readonly level: 0 | 80 | 100
  readonly name: string
  readonly used: string
  readonly limit: string
}
export type Unknown = {
  readonly id: string
  readonly payment: string
  readonly origin: string
  readonly amount: string
}
/** `opened`: its window opens by itself, which tells enough. */
export type Waiting = { readonly id: string; readonly origin: string; readonly opened: boolean }

/** What was told, so that nothing is told twice. */
export type Told = {
  /** of the newest automatic payment told, Unix milliseconds */
  readonly automaticAt: number
  readonly levels: Readonly<Record<string, 0 | 80 | 100>>
  readonly unknown: readonly string[]
  readonly waiting: readonly string[]
}

/** What is to be told now. */
export type News = {
  /** by mandate */
  readonly automatic: readonly (readonly Automatic[])[]
  readonly limits: readonly LimitLevel[]
  readonly unknown: readonly Unknown[]
  /** whether to tell that something new waits */
  readonly waits: boolean
}

/** All of a standing as told: the state from which news begin. */
export function toldOf({ automatic, limits, unknown, waiting }: Standing, before?: Told): Told {
  return {
    automaticAt: Math.max(before?.automaticAt ?? 0, ...automatic.map(({ at }) => at)),
    levels: Object.fromEntries(limits.filter(({ level }) => level > 0).map(({ id, level }) => [id, level])),
    unknown: unknown.map(({ id }) => id),
    waiting: waiting.map(({ id }) => id),
  }
}

/**
 * What is new since something was told. A limit is told when it reaches 80 and 100 percent, and again only
 * after it was below; a payment in the unknown once, and again only where it was known in between.
 */
export function newsOf(standing: Standing, told: Told): News {
  const fresh = standing.automatic.filter(({ at }) => at > told.automaticAt)
  return {
    automatic: [...Map.groupBy(fresh, ({ mandate }) => mandate).values()],
    limits: standing.limits.filter(({ id, level }) => level > (told.levels[id] ?? 0)),
    unknown: standing.unknown.filter(({ id }) => !told.unknown.includes(id)),
    waits: standing.waiting.some(({ id, opened }) => !opened && !told.waiting.includes(id)),
  }
}
