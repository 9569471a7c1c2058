import { isRecord } from '@/lib/core/json/parse'

/** An object with members of any kind, as JSON has it. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * The error of an answer: a JSON-RPC error response, or the error itself as an MCP client throws it
 * (a number `code`, and `data`).
 */
export function errorOf(message: unknown): JsonObject | null {
  if (!isRecord(message)) return null
  if (isRecord(message.error)) return message.error
  return typeof message.code === 'number' ? message : null
}

/** The result of an answer: that of a JSON-RPC response, or the message itself where it is a bare result. */
export function resultOf(message: unknown): JsonObject | null {
  if (!isRecord(message) || errorOf(message)) return null
  const result = Object.hasOwn(message, 'result') ? message.result : message
  return isRecord(result) && !Object.hasOwn(result, 'method') ? result : null
}

/**
 * The JSON text of a value; empty where it has none. A page may hand over anything: an object without
 * end, or with a getter that throws.
 */
export function jsonTextOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
