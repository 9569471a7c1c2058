import { extensionVersion } from './extension'
import { listOf, own, textOf } from './fields'

const MAX_NAME = 120
const MAX_URL = 2_048
const MAX_SKILLS = 20

/** Where an agent's card stands, under its origin (A2A 0.3 and 1.0). */
export const CARD_PATH = '/.well-known/agent-card.json'

/** What an agent says of itself. Names are claims and no identity; only where it lives can be checked. */
export type AgentCard = {
  readonly name: string
  readonly skills: readonly string[]
  /** the x402 extensions that it declares, and whether it turns away who does not name them */
  readonly x402: readonly { readonly version: '0.1' | '0.2'; readonly required: boolean }[]
  /** the addresses of its interfaces */
  readonly urls: readonly string[]
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
  const each = (list: unknown, key: string, longest: number) =>
    listOf(list).flatMap((item) => textOf(own(item, key), longest) ?? [])
  const x402 = listOf(own(own(json, 'capabilities'), 'extensions')).flatMap((extension) => {
    const version = extensionVersion(own(extension, 'uri'))
    return version === null ? [] : [{ version, required: own(extension, 'required') === true }]
  })
  const interfaces = [json, own(json, 'supportedInterfaces'), own(json, 'additionalInterfaces')].flat()
  return {
    name,
    skills: each(own(json, 'skills'), 'name', MAX_NAME).slice(0, MAX_SKILLS),
    x402,
    urls: each(interfaces, 'url', MAX_URL),
  }
}

/** Whether an agent is reached on this origin and nowhere else, as far as its card says. */
export function onOrigin({ urls }: AgentCard, origin: string): boolean {
  return urls.length > 0 && urls.every((url) => originOf(url) === origin)
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin
  } catch {
    return null
  }
}
