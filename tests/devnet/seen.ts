import express, { type Request, type RequestHandler } from 'express'

/** The merchants of the local network. */
export type MerchantName =
  | 'newsstand'
  | 'members'
  | 'paywall'
  | 'v1'
  | 'crossOrigin'
  | 'scripted'
  | 'transports'
  | 'mcp'

/** One request as a merchant received it, and how it was answered. */
export interface SeenRequest {
  merchant: MerchantName
  /** Milliseconds since the epoch. */
  at: number
  method: string
  /** Path without the query. */
  path: string
  /** Path with the query. */
  url: string
  headers: Record<string, string>
  body: string
  /** The decoded payment header: absent without one, null where it cannot be decoded. */
  payment?: unknown
  /** Nonce of the payment, in the form that its payload has it. */
  nonce?: string
  /** Status of the answer; absent while it is under way or when the connection was cut. */
  status?: number
  /** The decoded receipt header of the answer. */
  receipt?: unknown
}

/** Requests of one merchant or path, counted. Preflights are in `requests` only. */
export interface Seen {
  requests: SeenRequest[]
  unpaid: number
  paid: number
  /** The nonce of each paid request, in order: a payment that was sent twice stands here twice. */
  nonces: string[]
}

/** Which requests are meant. What is absent does not narrow. */
export interface SeenFilter {
  merchant?: MerchantName
  path?: string
  method?: string
}

/** Keeps what every merchant receives. */
export class Recorder {
  private readonly kept: SeenRequest[] = []

  /**
   * The middleware that a merchant puts first. It also reads the body into `req.body`: JSON where it is said to be
   * JSON and is, else text.
   */
  middleware(merchant: MerchantName): RequestHandler[] {
    return [
      express.text({ type: () => true, limit: '20mb' }),
      (req, res, next) => {
        const seen = seenOf(merchant, req)
        this.kept.push(seen)
        if (req.is('json')) req.body = parse(seen.body) ?? seen.body
        res.once('finish', () => {
          seen.status = res.statusCode
          const receipt = res.getHeader('payment-response') ?? res.getHeader('x-payment-response')
          if (typeof receipt === 'string') seen.receipt = decode(receipt)
        })
        next()
      },
    ]
  }

  /** Counts the requests that match. */
  seen(filter: SeenFilter = {}): Seen {
    const requests = this.kept.filter(
      (r) =>
        (filter.merchant === undefined || r.merchant === filter.merchant) &&
        (filter.path === undefined || r.path === filter.path) &&
        (filter.method === undefined || r.method === filter.method),
    )
    const counted = requests.filter((r) => r.method !== 'OPTIONS')
    const paid = counted.filter((r) => r.payment !== undefined)
    return {
      requests,
      unpaid: counted.length - paid.length,
      paid: paid.length,
      nonces: paid.map((r) => r.nonce ?? ''),
    }
  }

  /** Forgets everything, so that the next test counts from zero. */
  clear(): void {
    this.kept.length = 0
  }
}

function seenOf(merchant: MerchantName, req: Request): SeenRequest {
  const header = req.get('payment-signature') ?? req.get('x-payment')
  const seen: SeenRequest = {
    merchant,
    at: Date.now(),
    method: req.method,
    path: req.path,
    url: req.originalUrl,
    headers: Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)])),
    body: typeof req.body === 'string' ? req.body : '',
  }
  if (header !== undefined) {
    seen.payment = decode(header)
    const nonce = nonceOf(seen.payment)
    if (nonce !== undefined) seen.nonce = nonce
  }
  return seen
}

function nonceOf(payment: unknown): string | undefined {
  const payload = field(payment, 'payload')
  const signed = field(payload, 'authorization') ?? field(payload, 'permit2Authorization')
  const nonce = field(signed, 'nonce')
  return typeof nonce === 'string' ? nonce : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function decode(header: string): unknown {
  return parse(Buffer.from(header, 'base64').toString('utf8')) ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
