import type { AdmissionInput, PayeeFacts } from '@/lib/core/admission/types'
import { usdOf } from '@/lib/core/assets/lookup'
import type { Offer } from '@/lib/core/quote/read'
import { payeeId } from '@/lib/ledger/migrations'
import type { AuthorizationRow, IntentRow, Ledger, PayeeRow } from '@/lib/ledger/schema'

/** So many of an origin's payees are compared with a new one, the last paid first. */
const PAYEES_READ = 50
/** A method and path has one row for each payee and asset; more than these are not read. */
const PRICES_READ = 50
/** Stands for a name that nobody can read: an empty host is no host. */
const UNREADABLE = ''

/** No path of any request: such a row names a payee and no price. */
const NO_PATH = ''

/**
 * What is remembered of the origin that answered: the payees, and the prices of this method and path. A
 * bounded number of rows, however many paths and payees the origin has.
 */
export async function payeeFacts(
  ledger: Ledger,
  intent: Pick<IntentRow, 'answeredUrl' | 'method'>,
  offers: readonly Offer[],
): Promise<readonly PayeeFacts[]> {
  const { origin, pathname } = new URL(intent.answeredUrl)
  const { payees, prices } = ledger
  const [recent, offered, priced] = await Promise.all([
    payees
      .where('[origin+lastSeen]')
      .between([origin, 0], [origin, Number.MAX_SAFE_INTEGER])
      .reverse()
      .limit(PAYEES_READ)
      .toArray(),
    payees.bulkGet([...new Set(offers.map((offer) => payeeId(origin, offer.payTo)))]),
    prices
      .where('[origin+method+path]')
      .equals([origin, intent.method, pathname])
      .limit(PRICES_READ)
      .toArray(),
  ])
  const known = [...recent.reverse(), ...offered.filter((row) => row !== undefined)]
  const asFact = ({ payTo, network, asset, amount }: PayeeRow): PayeeFacts => ({
    origin,
    payTo,
    network,
    asset,
    amount,
    method: '',
    path: NO_PATH,
  })
  return [...priced.sort((a, b) => a.lastSeen - b.lastSeen), ...known.map(asFact)]
}

/** Which names of other hosts a person approved for the host that answers. */
export async function hostsOf(
  ledger: Ledger,
  answered: string,
): Promise<AdmissionInput['ledger']['resourceHosts']> {
  const rows = await ledger.hosts
    .where('[answered+named]')
    .between([answered, UNREADABLE], [answered, '\uffff'])
    .limit(PAYEES_READ)
    .toArray()
  return rows.map((row) => ({ answered, named: row.named === UNREADABLE ? null : row.named }))
}

/** Keeps that a person approved a quote in which the host that answered speaks for another. */
export async function rememberHost(
  ledger: Ledger,
  pair: { readonly answered: string; readonly named: string | null },
  approvedAt: number,
): Promise<void> {
  await ledger.hosts.put({ answered: pair.answered, named: pair.named ?? UNREADABLE, approvedAt })
}

type Charged = Pick<AuthorizationRow, 'answeredUrl' | 'method' | 'payTo' | 'network' | 'asset' | 'amount'>

/** Keeps the price that was paid or approved for a method and path. Runs inside the caller's transaction. */
export async function rememberPrice(ledger: Ledger, charged: Charged, at: number): Promise<void> {
  const { origin, pathname } = new URL(charged.answeredUrl)
  const { payTo, network, asset, amount, method } = charged
  // What pays nobody has no price, and no payee.
  if (amount === '0') return
  const id = [origin, method, pathname, payTo.toLowerCase(), network, asset.toLowerCase()].join(' ')
  await ledger.prices.put({ id, origin, method, path: pathname, payTo, network, asset, amount, lastSeen: at })
}

/** Keeps whom an origin was paid to, and what in all. Runs inside the caller's transaction. */
export async function rememberPayee(ledger: Ledger, paid: Charged, at: number): Promise<void> {
  const { origin } = new URL(paid.answeredUrl)
  const { payTo, network, asset, amount } = paid
  if (amount === '0') return
  const id = payeeId(origin, payTo)
  const before = await ledger.payees.get(id)
  await ledger.payees.put({
    id,
    origin,
    payTo,
    network,
    asset,
    amount,
    count: (before?.count ?? 0) + 1,
    totalUsd: (before?.totalUsd ?? 0n) + (usdOf(network, asset, BigInt(amount))?.usd ?? 0n),
    firstSeen: before?.firstSeen ?? at,
    lastSeen: at,
  })
}
