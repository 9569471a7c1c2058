import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { formatAmount, parseDecimal, toUsd18, USD_DECIMALS } from '@/lib/core/money/amount'
import { DEFAULT_POLICY, SPENDING_NAME } from '@/lib/core/policy/defaults'
import { dollarsOfPolicy } from '@/lib/core/policy/dollars'
import type { HoldingView, MandateProposal } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { payeesSeen } from '@/lib/ledger/read/payees'
import type { Ledger } from '@/lib/ledger/schema'
import { envelopeOf } from '@/lib/payments/envelope'

const DAY = 86_400
/** What the form begins with: so many times the price, for so many days. */
const PROPOSED_TIMES = 8n
const PROPOSED_DAYS = 30

/**
 * What a mandate for the payment on screen would say; null where no mandate could cover it.
 *
 * @param read reads what each account of the wallet holds of one asset
 */
export async function mandateProposal(
  ledger: Ledger,
  paymentId: string,
  read: (of: { readonly network: string; readonly asset: string }) => Promise<readonly HoldingView[]>,
): Promise<MandateProposal | null> {
  const intent = await ledger.intents.get(paymentId)
  const quote = intent && (await ledger.quotes.get(intent.quoteId))
  const named = intent && quote && envelopeOf(intent, quote, intent.decision)
  if (!intent || !named || intent.asker === 'null' || intent.asker !== intent.topOrigin) return null
  const { network, asset, payTo, amount, windowSeconds } = named.terms
  const known = findDefaultAsset(network, asset)
  const where = networkById(network)
  if (known === null || where === null) return null
  const settings = await readSettings(ledger)
  const most = atomicOf(settings.perPaymentUsd, known.decimals)
  if (BigInt(amount) > most) return null
  const now = await ledgerTime(ledger, Math.floor(Date.now() / 1_000))
  const total = smaller(
    dollarsOfPolicy(settings.perSiteDayUsd),
    toUsd18(BigInt(amount) * PROPOSED_TIMES, known.decimals),
  )
  const accounts = await read({ network, asset: known.asset })
  const held = (amount: string | null | undefined) =>
    amount == null ? null : formatAmount(BigInt(amount), known.decimals)
  const spending = accounts.find((a) => a.address === settings.spendingAccount) ?? null
  const others = accounts.filter((a) => a !== spending)
  return {
    terms: {
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
      transports: ['http'],
      automaticPerMinute: null,
      maxRisePercent: null,
      mayRepeat: false,
      account: null,
    },
    symbol: known.symbol,
    decimals: known.decimals,
    networkName: where.name,
    testnet: known.testnet,
    mostEach: formatAmount(most, known.decimals),
    payeesSeen: await payeesSeen(ledger, intent.asker),
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
