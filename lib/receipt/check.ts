import { type Envelope, envelopeDigest } from '@/lib/core/admission/envelope'
import { purchaseNonce } from '@/lib/core/admission/nonce'
import { sameAddress } from '@/lib/core/caip/address'
import { canonicalJson } from '@/lib/core/json/canonical'
import { sha256Hex } from '@/lib/core/json/digest'
import { isRecord, parseJson } from '@/lib/core/json/parse'
import { receiptDigest } from '@/lib/ledger/receipt-digest'
import { attestedAgain } from './attest'
import { checkSigned } from './check-signed'
import { type Facts, LASTING, readFacts } from './facts'
import type { ReceiptFile } from './format'
import { type Check, check, open } from './line'

/**
 * Checks a file by what is in it: each receipt's digest and their order, the quote, the envelope, the nonce,
 * what was signed and by whom, the payload, and what the server signed. What the chain says is another
 * question.
 *
 * @returns the checks in order, and what the last receipt says; null where it cannot be read
 */
export function checkFile(file: ReceiptFile): {
  readonly checks: readonly Check[]
  readonly facts: Facts | null
} {
  const bodies = file.receipts.map(({ body }) => readFacts(body))
  const facts = bodies.at(-1) ?? null
  const chain = [...checkChain(file), ...checkBodies(bodies)]
  if (facts === null || bodies.includes(null)) return { checks: chain, facts: null }
  const checks = [
    ...chain,
    ...checkQuote(file, facts),
    ...checkEnvelope(file, facts),
    checkNonce(facts),
    ...checkSigned(file, facts),
    ...checkAttestations(file, facts),
  ]
  return { checks, facts }
}

function checkChain({ receipts }: ReceiptFile): readonly Check[] {
  return receipts.flatMap((receipt, i) => {
    const { seq, previous, digest, body } = receipt
    const before = receipts[i - 1]
    const name = `receipt ${seq}`
    const own = check(
      `${name}: digest`,
      receiptDigest(previous, body) === digest,
      'is not that of its body and of the receipt before it',
      digest,
    )
    if (before === undefined)
      return [own, open(`${name}: the one before it`, `${previous}, in the wallet's ledger`)]
    if (seq > before.seq + 1)
      return [
        own,
        open(`${name}: the one before it`, `${previous}, of another payment, in the wallet's ledger`),
      ]
    const follows = seq === before.seq + 1 && previous === before.digest
    return [
      own,
      check(`${name}: the one before it`, follows, `does not follow receipt ${before.seq}`, before.digest),
    ]
  })
}

function checkBodies(bodies: readonly (Facts | null)[]): readonly Check[] {
  const [first] = bodies
  if (first === undefined || first === null || bodies.includes(null))
    return [check('receipts: what they say', false, 'one of them cannot be read')]
  const differing = LASTING.find((name) => bodies.some((body) => body?.[name] !== first[name]))
  return [
    check('receipts: one payment', differing === undefined, `they differ in ${differing}`),
    bodies.every((body, i) => i === 0 || (body?.at ?? 0) >= (bodies[i - 1]?.at ?? 0))
      ? check('receipts: in their time', true, '')
      : open('receipts: in their time', 'one is older than the one before it: a clock was set back'),
  ]
}

function checkQuote({ quote }: ReceiptFile, facts: Facts): readonly Check[] {
  if (quote === null) {
    return [
      facts.quoteDigest === null
        ? open('quote', 'was not kept')
        : check('quote', false, 'is missing, and the receipts name its digest'),
    ]
  }
  const digest = sha256Hex(quote.raw)
  return [
    check(
      'quote: digest',
      digest === facts.quoteDigest,
      `is ${digest}, the receipt says ${facts.quoteDigest}`,
      digest,
    ),
  ]
}

function checkEnvelope({ envelope, quote }: ReceiptFile, facts: Facts): readonly Check[] {
  if (!isRecord(envelope) || !isRecord(envelope.terms)) {
    return [
      quote === null
        ? open('envelope', 'needs the quote')
        : check('envelope', false, 'is missing or of another form'),
    ]
  }
  const digest = digestOf(envelope)
  const same = (a: unknown, b: string) => typeof a === 'string' && sameAddress(facts.network, a, b)
  const { terms } = envelope
  const pairs: Readonly<Record<string, boolean>> = {
    payer: same(envelope.payer, facts.from),
    asker: envelope.asker === facts.asker,
    method: envelope.method === facts.method,
    url: envelope.url === facts.url,
    intent: envelope.intent === facts.intent,
    network: terms.network === facts.network,
    asset: same(terms.asset, facts.asset),
    payTo: same(terms.payTo, facts.payTo),
    amount: terms.amount === facts.amount,
  }
  const differing = Object.keys(pairs).find((name) => pairs[name] === false)
  return [
    check(
      'envelope: digest',
      digest === facts.envelopeDigest,
      `is ${digest}, the receipt says ${facts.envelopeDigest}`,
      facts.envelopeDigest,
    ),
    check('envelope: this payment', differing === undefined, `its ${differing} is another`),
    check(
      'envelope: an offer of the quote',
      isOffered(envelope, quote?.raw),
      'no such offer is in the quote',
    ),
  ]
}

function digestOf(envelope: unknown): string | null {
  try {
    return envelopeDigest(envelope as Envelope)
  } catch {
    return null
  }
}

/** The envelope holds the offer value for value, at its place in the quote. */
function isOffered(
  { offer, offerIndex }: Readonly<Record<string, unknown>>,
  raw: string | undefined,
): boolean {
  const quote = raw === undefined ? null : parseJson(raw)
  const accepts: unknown = quote?.ok && isRecord(quote.value) ? quote.value.accepts : null
  const entry: unknown =
    Array.isArray(accepts) && typeof offerIndex === 'number' ? accepts[offerIndex] : undefined
  return entry !== undefined && canonicalJson(entry) === canonicalJson(offer)
}

/** The nonce shows that what was signed is for this envelope and for no other (atk-067). */
function checkNonce({ nonce, nonceSalt, envelopeDigest: digest }: Facts): Check {
  if (nonceSalt === null) return open('nonce', 'was not made from the envelope')
  const made = purchaseNonce(digest, nonceSalt)
  const isMade = /^(0x[0-9a-fA-F]{64}|\d{1,78})$/.test(nonce) && BigInt(made) === BigInt(nonce)
  return check('nonce: made from the envelope', isMade, `would be ${made}, was ${nonce}`, nonce)
}

function checkAttestations(file: ReceiptFile, facts: Facts): readonly Check[] {
  const { attestations, quote } = file
  const listed = facts.attestations
  const isSame =
    listed.length === attestations.length &&
    attestations.every((each, i) => {
      const { raw, ...said } = each
      return canonicalJson({ ...said, digest: sha256Hex(raw) }) === canonicalJson(listed[i])
    })
  if (attestations.length === 0 && isSame) return [open('signed by the server', 'nothing')]
  const again = attestedAgain(
    {
      ...facts,
      proved: facts.proved ? 1 : 0,
      createdAt: facts.reservedAt ?? 0,
      attestations,
    },
    quote ?? undefined,
  )
  return [
    check('signed by the server: as in the receipt', isSame, 'not what the receipt lists'),
    ...again.map((now, i): Check => {
      const what = `signed ${now.of}`
      const said = attestations[i]
      if (said === undefined || canonicalJson(said) !== canonicalJson(now))
        return check(what, false, `checked again it is ${now.verdict}: ${now.notes.join(', ')}`)
      const about = now.notes.length === 0 ? 'says what was paid' : `differs in ${now.notes.join(', ')}`
      return now.verdict === 'valid' && now.notes.length === 0
        ? check(what, true, '', `by ${now.signer}, the payee; ${about}`)
        : open(what, `${now.verdict}${now.signer === null ? '' : `, by ${now.signer}`}; ${about}`)
    }),
  ]
}
