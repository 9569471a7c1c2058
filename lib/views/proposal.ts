import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { formatAmount, parseDecimal, toUsd18, USD_DECIMALS } from '@/lib/core/money/amount'
import { DEFAULT_POLICY, SPENDING_NAME } from '@/lib/core/policy/defaults'
import { dollarsOfPolicy } from '@/lib/core/policy/dollars'
import type { AskedMandate, MandateProposal, MandateTerms } from '@/lib/doors/ui-mandates'
import type { HoldingView } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { payeesSeen } from '@/lib/ledger/read/payees'
import type { Ledger } from '@/lib/ledger/schema'
import { envelopeOf } from '@/lib/payments/envelope'

const DAY = 86_400
/** What the form begins with: so many times the price, for so many days. */
const PROPOSED_TIMES = 8n
const PROPOSED_DAYS = 30

/**
 * What a mandate would say: for the payment on screen, or as the question on screen asks for it.
 *
 * @param id of the payment, or of the question
 * @param read reads what each account of the wallet holds of one asset
 * @returns null where no mandate could be given
 */
export async function mandateProposal(
  ledger: Ledger,
  id: string,
  read: (of: { readonly network: string; readonly asset: string }) => Promise<readonly HoldingView[]>,
): Promise<MandateProposal | null> {
  const asked = await askedTerms(ledger, id)
  const terms = asked ?? (await termsForPayment(ledger, id))
  const [of] = terms?.assets ?? []
  const known = of === undefined ? null : findDefaultAsset(of.network, of.asset)
  const where = of === undefined ? null : networkById(of.network)
  if (terms === null || of === undefined || known === null || where === null) return null
  const settings = await readSettings(ledger)
  const most = atomicOf(settings.perPaymentUsd, known.decimals)
  // What somebody asks for the person makes smaller.
  if (asked === null && BigInt(of.maxAmount) > most) return null
  const accounts = await read({ network: of.network, asset: known.asset })
  const held = (amount: string | null | undefined) =>
    amount == null ? null : formatAmount(BigInt(amount), known.decimals)
  const spending = accounts.find((a) => a.address === settings.spendingAccount) ?? null
  const others = accounts.filter((a) => a !== spending)
  return {
    terms,
    symbol: known.symbol,
    decimals: known.decimals,
    networkName: where.name,
    testnet: known.testnet,
    mostEach: formatAmount(most, known.decimals),
    payeesSeen: await payeesSeen(ledger, terms.origin),
    accounts: [
      {
        kind: 'spending',
        address: spending?.address ?? null,
        name: spending?.name ?? SPENDING_NAME,
        balance: held(spending?.amount),
      },
      ...others.map(({ address, name, amount }) => ({
        kind: 'own' as const,
        address,
        name,
        balance: held(amount),
      })),
    ],
    needsPassword: settings.agentsDrive,
  }
}

/** As somebody asks for them by the provider. */
async function askedTerms(ledger: Ledger, id: string): Promise<MandateTerms | null> {
  const request = await ledger.requests.get(id)
  return request?.kind === 'mandate' ? (request.detail as AskedMandate).terms : null
}

/** As a payment on screen suggests them. */
async function termsForPayment(ledger: Ledger, paymentId: string): Promise<MandateTerms | null> {
  const intent = await ledger.intents.get(paymentId)
  const quote = intent && (await ledger.quotes.get(intent.quoteId))
  const named = intent && quote && envelopeOf(intent, quote, intent.decision)
  if (!intent || !named || intent.asker === 'null' || intent.asker !== intent.topOrigin) return null
  // No mandate sends a transaction; one that signs for a page has to pay from the account that the page is
  // connected to, which the proposed one does not: a site asks for that with terms of its own.
  if (intent.kind === 'signature' || intent.kind === 'transaction') return null
  const { scheme, network, asset, payTo, amount, windowSeconds } = named.terms
  const known = findDefaultAsset(network, asset)
  if (known === null) return null
  const { perSiteDayUsd } = await readSettings(ledger)
  const now = await ledgerTime(ledger, Math.floor(Date.now() / 1_000))
  const total = smaller(
    dollarsOfPolicy(perSiteDayUsd),
    toUsd18(BigInt(amount) * PROPOSED_TIMES, known.decimals),
  )
  return {
    origin: intent.asker,
    agent: intent.agent,
    pathPrefix: null,
    payees: [payTo],
    assets: [{ network, asset: known.asset, maxAmount: amount }],
    unit: { kind: 'usd', testnet: known.testnet },
    total: formatAmount(total, USD_DECIMALS),
    window: { kind: 'rolling', seconds: DAY },
    maxWindowSeconds: Math.min(Math.max(windowSeconds, 60), DEFAULT_POLICY.maxWindowSeconds),
    expiresAt: now + PROPOSED_DAYS * DAY,
    transports: [intent.transport],
    automaticPerMinute: null,
    maxRisePercent: null,
    mayRepeat: false,
    ...(scheme === 'upto' ? { upto: true } : {}),
    account: null,
  }
}

const smaller = (a: bigint, b: bigint): bigint => {
  if (a < b) return a
  return b
}

/** Dollars as atomic units of a dollar token, rounded down. */
function atomicOf(usd: string, decimals: number): bigint {
  const read = parseDecimal(usd, Math.max(decimals, USD_DECIMALS))
  if (!read.ok) return 0n
  return read.value / 10n ** BigInt(Math.max(decimals, USD_DECIMALS) - decimals)
}
