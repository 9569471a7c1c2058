import { canonicalJson } from '@/lib/core/json/canonical'
import { sha256Hex } from '@/lib/core/json/digest'

import type { McpRequest } from './payment'

/** What an MCP payment is for. */
export type McpAction = {
  /** name of the tool or prompt, or URI of the resource */
  readonly tool: string
  /** 0x-prefixed SHA-256 of what {@link mcpCall} writes */
  readonly argumentsDigest: `0x${string}`
}

/** The requests that a server may ask to be paid, and the parameter that names what is asked for. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/**
 * Names one call, so that consent to it is none to another.
 *
 * @returns null for a request that is not paid for, or whose arguments have no canonical form
 */
export function mcpAction(request: McpRequest): McpAction | null {
  const call = mcpCall(request)
  return call && { tool: call.tool, argumentsDigest: sha256Hex(call.text) }
}

/**
 * What {@link mcpAction} digests, for who has a digest of its own.
 *
 * @returns `text`: the canonical JSON (RFC 8785) of `{ arguments, method, name }`; no arguments at all
 * count as null, and `_meta`, which carries the payment, and the id are no part of it
 */
export function mcpCall({
  method,
  params,
}: McpRequest): { readonly tool: string; readonly text: string } | null {
  const tool = Object.hasOwn(NAMED_BY, method) ? params?.[NAMED_BY[method] ?? ''] : undefined
  if (typeof tool !== 'string') return null
  try {
    return { tool, text: canonicalJson({ method, name: tool, arguments: params?.arguments ?? null }) }
  } catch {
    return null
  }
}
