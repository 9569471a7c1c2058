import type { BudgetPolicy, PolicyFacts } from '../admission/types'
import { EVM_NETWORKS } from '../assets/default-assets'
import { SVM_NETWORKS } from '../assets/svm-networks'
import { type BudgetRule, budgetsOf } from '../budget/rules'

const DAY = 86_400

/** What may be spent in the last 24 hours, in decimal dollars: by everything together, and by one site. */
export type DailyLimits = { readonly perDayUsd: string; readonly perSiteDayUsd: string }

/** The limits of a new wallet. */
export const DEFAULT_DAILY_LIMITS: DailyLimits = { perDayUsd: '10.00', perSiteDayUsd: '5.00' }

/**
 * The rules of a new wallet: a dollar a payment, default assets alone, no test money, nothing automatic
 * until a mandate exists. Budgets depend on who asks; see {@link dailyBudgets}.
 */
export const DEFAULT_POLICY: PolicyFacts = {
  schemes: ['exact', 'upto'],
  networks: [...EVM_NETWORKS, ...SVM_NETWORKS].map((network) => network.id),
  testnets: false,
  perPaymentUsd: '1.00',
  maxWindowSeconds: 600,
  maxAskedWindowSeconds: DAY,
  maxRisePercent: 20,
  automaticPerMinute: 10,
  preferredNetworks: [],
  assets: [],
  payees: { allow: [], block: [] },
  origins: { block: [] },
  extensions: ['payment-identifier'],
  budgets: [],
}

/** What the signer can build: of the schemes and transfer methods of x402, these. */
export const SIGNABLE = {
  schemes: ['exact', 'upto'],
  methods: ['eip3009', 'permit2', 'svm'],
} as const satisfies Pick<PolicyFacts, 'schemes' | 'methods'>

/** What the account is called that mandates pay from, also before it is made. */
export const SPENDING_NAME = 'Spending'

/**
 * The limits of a day: what everything together and what each site may spend, for real and for test money,
 * which never stand in one total.
 */
export function dailyRules(limits: DailyLimits): readonly BudgetRule[] {
  return [false, true].flatMap((testnet): readonly BudgetRule[] => {
    const money = testnet ? 'test' : 'real'
    const rest = { unit: { kind: 'usd', testnet }, window: { kind: 'rolling', seconds: DAY } } as const
    return [
      { id: `everything-day-${money}`, scope: { kind: 'everything' }, limit: limits.perDayUsd, ...rest },
      { id: `site-day-${money}`, scope: { kind: 'site', value: null }, limit: limits.perSiteDayUsd, ...rest },
    ]
  })
}

/**
 * The budgets of {@link dailyRules} that a site's payment falls under.
 *
 * @param site registrable domain of the asker
 */
export function dailyBudgets(limits: DailyLimits, site: string): readonly BudgetPolicy[] {
  const nobody = { origin: '', agent: null, intent: '', payees: [], mandates: [] }
  return budgetsOf(dailyRules(limits), { ...nobody, site })
}
