import { parseUrl } from '../admission/url'

type Hex = `0x${string}`

/** A Sign-In with Ethereum message (EIP-4361). Every field is the message's own text, as it will be signed. */
export type SignIn = {
  /** what stands before the domain: `https`; null where nothing does */
  readonly scheme: string | null
  readonly domain: string
  readonly address: Hex
  readonly statement: string | null
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  /** RFC 3339, like the two below */
  readonly issuedAt: string
  readonly expirationTime: string | null
  readonly notBefore: string | null
  readonly requestId: string | null
  readonly resources: readonly string[]
}

/** What is wrong with a sign-in for the page that asks. Where `refuse` is true it must not be signed. */
export type SignInMismatch = {
  readonly field: 'scheme' | 'domain' | 'address' | 'uri' | 'issuedAt' | 'expirationTime' | 'notBefore'
  readonly refuse: boolean
}

// The rules of RFC 3986 that EIP-4361 builds on.
const UNRESERVED = String.raw`A-Za-z0-9\-._~`
const SUB_DELIMS = "!$&'()*+,;="
const ESCAPE = '%[0-9A-Fa-f]{2}'
const SCHEME = String.raw`[A-Za-z][A-Za-z0-9+\-.]*`
const AUTHORITY = String.raw`(?:[${UNRESERVED}${SUB_DELIMS}:@\[\]]|${ESCAPE})+`
const URI = String.raw`${SCHEME}:(?:[${UNRESERVED}${SUB_DELIMS}:@/?#\[\]]|${ESCAPE})*`
const TIME = String.raw`\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:[Zz]|[+\-]\d\d:\d\d)`

const MESSAGE = new RegExp(
  String.raw`^(?:(?<scheme>${SCHEME})://)?(?<domain>${AUTHORITY}) wants you to sign in with your Ethereum account:\n` +
    String.raw`(?<address>0x[0-9A-Fa-f]{40})\n\n` +
    String.raw`(?:(?<statement>[${UNRESERVED}${SUB_DELIMS}:/?#\[\]@ ]*)\n)?\n` +
    String.raw`URI: (?<uri>${URI})\nVersion: (?<version>1)\nChain ID: (?<chainId>\d+)\nNonce: (?<nonce>[A-Za-z0-9]{8,})\n` +
    `Issued At: (?<issuedAt>${TIME})` +
    String.raw`(?:\nExpiration Time: (?<expirationTime>${TIME}))?(?:\nNot Before: (?<notBefore>${TIME}))?` +
    String.raw`(?:\nRequest ID: (?<requestId>(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ESCAPE})*))?` +
    String.raw`(?:\nResources:(?<resources>(?:\n- ${URI})*))?$`,
)

/** Lines that such a message cannot do without: a text with all of them is meant to be taken for one. */
const LINES = ['uri:', 'nonce:', 'issued at:']

/** How far a site's clock may be ahead of ours. */
const SLACK_SECONDS = 300

/**
 * Reads a Sign-In with Ethereum message by its grammar (EIP-4361, ABNF) and nothing more lenient: a
 * server reads the same bytes, and must find in them what the person was shown.
 *
 * @returns `malformed` for a text that looks like such a message and is none, null for any other text
 */
export function readSignIn(text: string): SignIn | 'malformed' | null {
  const groups = MESSAGE.exec(text)?.groups
  if (groups === undefined) return looksLikeOne(text) ? 'malformed' : null
  const { issuedAt, expirationTime, notBefore, resources = '' } = groups
  const times = [issuedAt, expirationTime, notBefore]
  if (times.some((time) => time !== undefined && secondsOf(time) === null)) return 'malformed'
  // The grammar's groups are called as the members are, and those it requires are there.
  const members = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? null]))
  return { ...(members as Omit<SignIn, 'resources'>), resources: resources.split('\n- ').slice(1) }
}

/**
 * Holds a sign-in against who asks for it.
 *
 * To be refused: a domain that is not the asker's host and port, or another scheme (another site would
 * be signed in to), another account than the one that signs, and a message past its end. To be shown:
 * a URI of another origin, and times that do not fit the clock.
 *
 * @param origin of the asker, as the browser reports it
 * @param account that would sign
 * @param now Unix seconds
 */
export function checkSignIn(
  message: SignIn,
  origin: string,
  account: string,
  now: number,
): readonly SignInMismatch[] {
  const asker = parseUrl(origin)
  const claimed = asker && parseUrl(`${asker.protocol}//${message.domain}`)
  const named = message.scheme === null || `${message.scheme.toLowerCase()}:` === asker?.protocol
  // A user name before the host reads like a host: `bank.test@evil.test` is evil.test.
  const host = claimed?.host === asker?.host && !/[@%]/.test(message.domain)
  const { expirationTime, notBefore } = message
  const ends = expirationTime === null ? null : secondsOf(expirationTime)
  const starts = notBefore === null ? null : secondsOf(notBefore)
  const found: readonly (readonly [SignInMismatch['field'], wrong: boolean, refuse: boolean])[] = [
    ['scheme', !named, true],
    ['domain', asker === null || claimed === null || !host, true],
    ['address', message.address.toLowerCase() !== account.toLowerCase(), true],
    ['uri', parseUrl(message.uri)?.origin !== asker?.origin, false],
    ['issuedAt', (secondsOf(message.issuedAt) ?? 0) > now + SLACK_SECONDS, false],
    ['expirationTime', ends !== null && ends <= now, true],
    ['notBefore', starts !== null && starts > now, false],
  ]
  return found.flatMap(([field, wrong, refuse]) => (wrong ? [{ field, refuse }] : []))
}

function looksLikeOne(text: string): boolean {
  const low = text.toLowerCase()
  return /wants\s+you\s+to\s+sign\s+in/.test(low) || LINES.every((line) => low.includes(line))
}

/** Seconds since 1970 of an RFC 3339 time; null for a day or an hour that does not exist. */
function secondsOf(time: string): number | null {
  const at = Date.parse(time.toUpperCase())
  // Engines differ in whether 30 February is no time or 1 March: the day itself must come back.
  const day = time.slice(0, 10)
  const exists = new Date(Date.parse(`${day}T00:00:00Z`)).toJSON()?.slice(0, 10) === day
  return Number.isNaN(at) || !exists ? null : at / 1000
}
