import { parseUrl } from '../admission/url'
import { isRecord } from '../json/parse'
import { checkSignIn, readSignIn } from './message'

/** The extension of a quote by which who paid already comes back without paying (x402 sign-in-with-x). */
export const SIGN_IN_WITH_X = 'sign-in-with-x'

/** What a server asks to be signed, as it said it. A text that is not there is absent. */
export type Challenge = {
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  /** RFC 3339, like the two others */
  readonly issuedAt: string
  readonly statement?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
  /** EVM chains (CAIP-2) on which it takes the plain signature of an account, in its order */
  readonly chains: readonly string[]
}

/** A sign-in that may be signed: who, on which chain, and the whole text. */
export type SignInText = { readonly account: string; readonly chain: string; readonly message: string }

/** A challenge is as fresh as its answer must be: servers take none that is older. */
const MAX_AGE_SECONDS = 300
const REQUIRED = ['domain', 'uri', 'version', 'nonce', 'issuedAt'] as const
const OPTIONAL = ['statement', 'expirationTime', 'notBefore', 'requestId'] as const

/**
 * Reads the challenge of a quote. Only accounts that sign for themselves are meant (EIP-191): a chain with
 * another kind of signature is left aside, and so is Solana.
 *
 * @param quote as parsed, any type
 * @returns null where there is none, or none that can be answered
 */
export function readChallenge(quote: unknown): Challenge | null {
  const block = member(member(quote, 'extensions'), SIGN_IN_WITH_X)
  const info = member(block, 'info')
  const supported = member(block, 'supportedChains')
  if (!isRecord(info) || !Array.isArray(supported)) return null
  const resources = member(info, 'resources')
  const isList = Array.isArray(resources) && resources.every((each) => typeof each === 'string')
  const texts = [...REQUIRED, ...OPTIONAL].flatMap((name) => {
    const value = member(info, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (texts.some(([, value]) => typeof value !== 'string')) return null
  if (REQUIRED.some((name) => member(info, name) === undefined)) return null
  if (resources !== undefined && !isList) return null
  const chains = supported.flatMap((each: unknown) => {
    const chain = member(each, 'chainId')
    const scheme = member(each, 'signatureScheme') ?? 'eip191'
    const isPlain = member(each, 'type') === 'eip191' && scheme === 'eip191'
    return isPlain && typeof chain === 'string' && /^eip155:[1-9]\d{0,15}$/.test(chain) ? [chain] : []
  })
  if (chains.length === 0) return null
  return { ...(Object.fromEntries(texts) as Challenge), ...(isList && { resources }), chains }
}

/**
 * Writes the text that answers a challenge (EIP-4361) for the account that paid, on the chain where it did,
 * or the server's first where it does not take that one.
 *
 * The text is read again by the grammar and must say what the challenge says: a line break inside a field
 * would else write lines of its own. Its domain is the whole host of the server that asks, its URI is of
 * that origin, and its times hold now; nothing of that is for a person to overlook, so there is no sign-in
 * where one is wrong.
 *
 * @param paid the account, in its checksummed form (EIP-55), and the chain of the earlier payment, CAIP-2
 * @param answeredUrl of the 402, as the browser saw it
 * @param now Unix seconds
 */
export function answerChallenge(
  challenge: Challenge,
  paid: { readonly account: string; readonly network: string },
  answeredUrl: string,
  now: number,
): SignInText | null {
  const server = parseUrl(answeredUrl)
  const { chains, resources } = challenge
  const chain = chains.includes(paid.network) ? paid.network : chains[0]
  if (server === null || chain === undefined || challenge.domain !== server.host) return null
  const message = [
    `${challenge.domain} wants you to sign in with your Ethereum account:`,
    paid.account,
    '',
    ...(challenge.statement === undefined ? [] : [challenge.statement]),
    '',
    `URI: ${challenge.uri}`,
    `Version: ${challenge.version}`,
    `Chain ID: ${chain.slice('eip155:'.length)}`,
    `Nonce: ${challenge.nonce}`,
    `Issued At: ${challenge.issuedAt}`,
    ...line('Expiration Time', challenge.expirationTime),
    ...line('Not Before', challenge.notBefore),
    ...line('Request ID', challenge.requestId),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((each) => `- ${each}`)]),
  ].join('\n')
  const read = readSignIn(message)
  if (read === null || read === 'malformed' || !says(read, challenge, resources ?? [])) return null
  const isOld = now - Date.parse(challenge.issuedAt.toUpperCase()) / 1_000 > MAX_AGE_SECONDS
  if (isOld || checkSignIn(read, server.origin, paid.account, now).length > 0) return null
  return { account: paid.account, chain, message }
}

function says(
  read: Exclude<ReturnType<typeof readSignIn>, null | 'malformed'>,
  challenge: Challenge,
  resources: readonly string[],
): boolean {
  const isEqual = [...REQUIRED, ...OPTIONAL].every((name) => read[name] === (challenge[name] ?? null))
  return isEqual && read.scheme === null && read.resources.join('\n') === resources.join('\n')
}

const line = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}: ${value}`]

/** Own members only: what a prototype says is not what the server said. */
const member = (of: unknown, key: string): unknown =>
  isRecord(of) && Object.hasOwn(of, key) ? of[key] : undefined
