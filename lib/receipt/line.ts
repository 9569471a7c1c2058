/** One thing that was looked at; `open` is what this file, or this program, cannot say. */
export type Check = {
  readonly what: string
  readonly verdict: 'ok' | 'wrong' | 'open'
  readonly detail: string
}

/** Makes the line of one check. */
export const check = (what: string, holds: boolean, wrong: string, right = ''): Check =>
  holds ? { what, verdict: 'ok', detail: right } : { what, verdict: 'wrong', detail: wrong }

/** Says why something was not looked at. */
export const open = (what: string, why: string): Check => ({ what, verdict: 'open', detail: why })
