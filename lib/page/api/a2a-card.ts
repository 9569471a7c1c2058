import { CARD_PATH, onOrigin, readCard } from '@/lib/wire/a2a/card'
import { after, NativePromise, NativeUrl, nativeFetch, parse, stringify } from '../natives'
import { answerText } from '../replay'

/** A card that takes longer is done without. */
const PATIENCE_MS = 3_000
const MOST_SKILLS = 5
/** A skill's name is cut here, so that what is told of a card stays a short text. */
const LONGEST_SKILL = 60
const LONGEST = 1_024

const cards = new Map<string, Promise<string | null>>()

/**
 * What an agent's card says: JSON text of `{ name, skills, x402, here }`, where `x402` is 'required', 'declared' or
 * 'none', and `here` whether all its interfaces live on the origin whose card it is. All of it is the agent's claim.
 *
 * It is the document itself that asks, as any script of its page could: once for each origin, without cookies,
 * 64 kB and three seconds at most.
 *
 * @param server the agent's address
 * @returns null where there is no card to read
 */
export function cardOf(server: string): Promise<string | null> {
  const { origin } = new NativeUrl(server)
  const known = cards.get(origin)
  if (known !== undefined) return known
  const card = NativePromise.race([read(origin).catch(() => null), after(PATIENCE_MS)])
  cards.set(origin, card)
  return card
}

async function read(origin: string): Promise<string | null> {
  const response = await nativeFetch(origin + CARD_PATH, { credentials: 'omit' })
  const text = response.ok ? await answerText(response) : null
  const card = text && readCard(parse(text))
  if (!card) return null
  const { name, skills, x402 } = card
  const said = stringify({
    name,
    skills: skills.slice(0, MOST_SKILLS).map((skill) => skill.slice(0, LONGEST_SKILL)),
    x402: x402.some(({ required }) => required) ? 'required' : x402.length > 0 ? 'declared' : 'none',
    here: onOrigin(card, origin),
  })
  return said.length > LONGEST ? null : said
}
