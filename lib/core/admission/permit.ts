import { sameAddress } from '../caip/address'

/**
 * An allowance to Permit2 that a person lets be signed with one payment (EIP-2612): the owner's account, the
 * token, and exactly the payment's amount, atomic.
 */
export type PermitFacts = {
  readonly network: string
  readonly asset: string
  readonly account: string
  readonly amount: string
}

/** Whether an allowance is for exactly this payment of this account: any other amount is another consent. */
export function isPermitFor(
  permit: PermitFacts,
  { network, asset }: { readonly network: string; readonly asset: string },
  amount: string,
  account: string,
): boolean {
  return (
    permit.network === network &&
    permit.amount === amount &&
    sameAddress(network, permit.asset, asset) &&
    sameAddress(network, permit.account, account)
  )
}
