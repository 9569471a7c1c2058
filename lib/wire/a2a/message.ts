import { isRecord } from '@/lib/core/json/parse'

import type { A2aWire } from './extension'
import { at, listOf, own } from './fields'

/** Longest task or context id that is taken as one. */
const MAX_ID = 256

/** One message of an agent, out of whatever it came in. */
export type Spoken = {
  readonly wire: A2aWire
  /** as @a2a-js/sdk 1 keeps it in memory (numbers for names, parts by `$case`), not as JSON */
  readonly objects: boolean
  readonly taskId: string | null
  readonly contextId: string | null
  readonly message: Readonly<Record<string, unknown>>
  readonly artifacts: readonly unknown[]
}

/**
 * Finds the message in a parsed answer: a JSON-RPC answer or streamed event of A2A 0.3
 * (`result.kind`) or 1.0 (`result.task`, `result.message`, `result.statusUpdate`), or a bare Task,
 * Message, TaskStatusUpdateEvent or StreamResponse as clients of the SDKs give them.
 *
 * @returns null where there is none: an error, an artifact alone, a status without a message
 */
export function spokenIn(answer: unknown): Spoken | null {
  const result = own(answer, 'result') ?? answer
  const held = at(result, 'payload', 'value')
  const wrapped = held ?? own(result, 'task') ?? own(result, 'statusUpdate') ?? own(result, 'message')
  // What states its kind is written in 0.3, which wraps nothing.
  const body = own(result, 'kind') === undefined ? (wrapped ?? result) : result
  const status = own(body, 'status')
  const message = status === undefined ? body : own(status, 'message')
  if (!isRecord(message)) return null
  const word = own(status, 'state') ?? own(message, 'role')
  const objects = typeof word === 'number'
  return {
    wire: objects || body !== result || /^(TASK_STATE|ROLE)_/.test(String(word)) ? '1.0' : '0.3',
    objects,
    taskId: idOf(status === undefined ? undefined : own(body, 'id')) ?? idOf(own(body, 'taskId')),
    contextId: idOf(own(body, 'contextId')) ?? idOf(own(message, 'contextId')),
    message,
    artifacts: listOf(own(body, 'artifacts')),
  }
}

/** The data of a part, in any of the three ways to write one. */
export function dataOf(part: unknown): unknown {
  return own(part, 'data') ?? at(part, 'content', 'value')
}

/** The artifact of a streamed TaskArtifactUpdateEvent, for `readA2a`, since events of status carry none; else null. */
export function artifactIn(event: unknown): unknown {
  const result = own(event, 'result') ?? event
  const update = at(result, 'payload', 'value') ?? own(result, 'artifactUpdate') ?? result
  return own(update, 'artifact') ?? null
}

/** An id that was cut would be another one. */
function idOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID ? value : null
}
