/** Payments by Permit2, and the allowance that they need. */
export const permit2 = {
  upTo: 'up to',
  upToMore: 'This is the most. What is taken can be less, and is known afterwards.',
  throughTerm: 'through',
  contract: {
    exact: 'the x402 Permit2 proxy: it can pay this payee this amount and nothing else',
    upto: 'the x402 Permit2 proxy: it can pay this payee up to this amount and nothing else',
  },
  settledByTerm: 'settled by',
  settledBy: 'The facilitator that the site names. Nobody else can take this payment.',
  title: 'Permit2 may not move this token for you yet.',
  means:
    'Permit2 is a contract through which this site is paid. It moves nothing without a signature of yours for each payment.',
  also: (amount: string) => `Also allow Permit2 to take exactly ${amount}, once`,
  alsoMore: 'Signed with the payment, and ends with it. No fee.',
  byTransaction: (amount: string) => `Allow exactly ${amount} by a transaction`,
  byTransactionMore: 'It costs a fee, and is a question of its own.',
  unlimited:
    'The site would send an approval without a limit for you. This wallet does not sign one: whoever finds a fault in that contract could take everything.',
  mandate: 'Also where the price is known only afterwards: up to the amount of one payment each time.',
  allowsTerm: 'allows',
  most: (amount: string) => `at most ${amount}`,
  spender: 'spender',
  facilitator: 'facilitator',
  permitNonce: 'allowance signed with it, number',
  moved: 'moved on the chain',
}
