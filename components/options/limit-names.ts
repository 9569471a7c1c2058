/** The limits that the owner sets in dollars, in the order of the screens. */
export const LIMIT_NAMES = ['perPaymentUsd', 'perDayUsd', 'perSiteDayUsd'] as const

export type LimitName = (typeof LIMIT_NAMES)[number]
