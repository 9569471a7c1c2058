import { isRecord } from '@/lib/core/json/parse'

import { extensionVersion } from './extension'
import { listOf, own, textOf } from './fields'

const MAX_NAME = 120
const MAX_WORDS = 500
const MAX_URL = 2_048
const MAX_SKILLS = 20
const MAX_INTERFACES = 10

/** Where an agent's card stands, under its origin (A2A 0.3 and 1.0). */
export const CARD_PATH = '/.well-known/agent-card.json'

/** What an agent says of itself. Names are claims and no identity; only where it lives can be checked. */
export type AgentCard = {
  readonly name: string
  readonly description: string | null
  readonly skills: readonly { readonly name: string; readonly description: string | null }[]
  /** the x402 extensions that it declares, and whether it turns away who does not name them */
  readonly x402: readonly {
    readonly uri: string
    readonly version: '0.1' | '0.2'
    readonly required: boolean
  }[]
  readonly interfaces: readonly {
    readonly url: string
    /** such as JSONRPC; null where not stated */
    readonly binding: string | null
    readonly version: string | null
  }[]
}

/**
 * Reads an agent's card of A2A 0.3 (`url`, `additionalInterfaces`) or 1.0 (`supportedInterfaces`).
 *
 * @param json parsed, any type
 * @returns null for what has no name
 */
export function readCard(json: unknown): AgentCard | null {
  const name = textOf(own(json, 'name'), MAX_NAME)
  if (name === null) return null
  const skills = listOf(own(json, 'skills')).flatMap((skill) => {
    const called = textOf(own(skill, 'name'), MAX_NAME)
    return called === null
      ? []
      : [{ name: called, description: textOf(own(skill, 'description'), MAX_WORDS) }]
  })
  const x402 = listOf(own(own(json, 'capabilities'), 'extensions')).flatMap((extension) => {
    const uri = own(extension, 'uri')
    const version = extensionVersion(uri)
    return version === null
      ? []
      : [{ uri: String(uri), version, required: own(extension, 'required') === true }]
  })
  const old = { url: own(json, 'url'), transport: own(json, 'preferredTransport') }
  const stated = [
    ...listOf(own(json, 'supportedInterfaces')),
    old,
    ...listOf(own(json, 'additionalInterfaces')),
  ].filter(isRecord)
  const interfaces = stated.flatMap((each) => {
    const url = textOf(own(each, 'url'), MAX_URL)
    const binding = textOf(own(each, 'protocolBinding') ?? own(each, 'transport'), MAX_NAME)
    const version = textOf(own(each, 'protocolVersion') ?? own(json, 'protocolVersion'), MAX_NAME)
    return url === null ? [] : [{ url, binding, version }]
  })
  return {
    name,
    description: textOf(own(json, 'description'), MAX_WORDS),
    skills: skills.slice(0, MAX_SKILLS),
    x402,
    interfaces: interfaces.slice(0, MAX_INTERFACES),
  }
}

/** Whether an agent is reached on this origin and nowhere else, as far as its card says. */
export function onOrigin({ interfaces }: AgentCard, origin: string): boolean {
  return interfaces.length > 0 && interfaces.every(({ url }) => originOf(url) === origin)
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin
  } catch {
    return null
  }
}
