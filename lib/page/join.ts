import {
  abortBy,
  cloneResponse,
  listen,
  NativeAbortController,
  NativePromise,
  ofRequest,
  ofSignal,
  signalOf,
  stringify,
} from './natives'
import { headerList, withoutFragment } from './replay'

/** One call of the page to fetch. */
export type Call = {
  /** an unused copy of what was sent */
  readonly request: Request
  readonly priority: RequestPriority | undefined
  /** the finished purchase of an equal call that was made while this one was under way */
  owed: Group | null
}

type Member = {
  readonly deliver: (response: Response | null) => void
  readonly fail: (reason: unknown) => void
}

/** Calls that share one purchase. */
type Group = {
  readonly controller: AbortController
  readonly members: Set<Member>
  /** callers that have not aborted */
  live: number
  /** equal calls still under way when the answer came */
  owing: number
  /** kept unread for those */
  spare: Response | null
}

/** GETs sent and not yet answered: what may still join a purchase. */
const flying = new Set<Call>()
/** By what makes GETs equal; any other call stands for itself. */
const groups = new Map<string | Call, Group>()

/** Notes that a GET left. */
export function departed(call: Call): void {
  if (isGet(call)) flying.add(call)
}

/** Notes that a call has its answer, of whatever status. */
export function landed(call: Call): void {
  flying.delete(call)
}

/** Releases what was kept for a call that turned out not to need it. */
export function forgo(call: Call): void {
  const group = call.owed
  if (group === null) return
  call.owed = null
  group.owing -= 1
  if (group.owing === 0) group.spare = null
}

/**
 * Buys the answer of a call once for all equal GETs under way; anything else is bought alone.
 *
 * Each caller's abort is its own; the purchase stops when nobody waits for it any more.
 *
 * @param buy resolves to the paid response, or null where callers get their 402
 * @returns this caller's own copy of the paid response, or null
 */
export function joined(
  call: Call,
  buy: (signal: AbortSignal) => Promise<Response | null>,
): Promise<Response | null> {
  const signal = ofRequest(call.request, 'signal')
  return new NativePromise((resolve, reject) => {
    if (ofSignal(signal, 'aborted')) {
      forgo(call)
      return reject(ofSignal(signal, 'reason'))
    }
    if (call.owed !== null) return resolve(collect(call, call.owed, signal))
    const key = isGet(call) ? keyOf(call) : call
    const running = groups.get(key)
    const group = running ?? begin(key)
    const member: Member = { deliver: resolve, fail: reject }
    group.members.add(member)
    leaveOnAbort(group, signal, (reason) => {
      group.members.delete(member)
      reject(reason)
      if (group.members.size === 0) close(key, group)
    })
    if (running === undefined) void run(group, key, buy)
  })
}

function begin(key: string | Call): Group {
  const group: Group = {
    controller: new NativeAbortController(),
    members: new Set(),
    live: 0,
    owing: 0,
    spare: null,
  }
  groups.set(key, group)
  return group
}

async function run(
  group: Group,
  key: string | Call,
  buy: (signal: AbortSignal) => Promise<Response | null>,
): Promise<void> {
  let response: Response | null
  try {
    response = await buy(signalOf(group.controller))
  } catch (reason) {
    close(key, group)
    for (const member of group.members) member.fail(reason)
    return
  }
  if (close(key, group)) {
    for (const call of flying) {
      if (call.owed === null && keyOf(call) === key) {
        call.owed = group
        group.owing += 1
      }
    }
  }
  group.spare = response
  let left = group.members.size + group.owing
  for (const member of group.members) {
    left -= 1
    member.deliver(response !== null && left > 0 ? cloneResponse(response) : response)
  }
  if (group.owing === 0) group.spare = null
}

/** Lets no further call join; false where none could any more. */
function close(key: string | Call, group: Group): boolean {
  return groups.get(key) === group && groups.delete(key)
}

function collect(call: Call, group: Group, signal: AbortSignal): Response | null {
  const response = group.spare
  const more = group.owing > 1
  forgo(call)
  leaveOnAbort(group, signal, () => {})
  return response !== null && more ? cloneResponse(response) : response
}

function leaveOnAbort(group: Group, signal: AbortSignal, left: (reason: unknown) => void): void {
  group.live += 1
  listen(
    signal,
    'abort',
    () => {
      group.live -= 1
      const reason = ofSignal(signal, 'reason')
      left(reason)
      if (group.live === 0 && group.owing === 0) abortBy(group.controller, reason)
    },
    { once: true },
  )
}

function isGet(call: Call): boolean {
  return ofRequest(call.request, 'method') === 'GET'
}

function keyOf({ request }: Call): string {
  return stringify([
    withoutFragment(ofRequest(request, 'url')),
    ofRequest(request, 'credentials'),
    ofRequest(request, 'mode'),
    ofRequest(request, 'redirect'),
    ofRequest(request, 'integrity'),
    headerList(request),
  ])
}
