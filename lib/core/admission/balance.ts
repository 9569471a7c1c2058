import { sameAddress } from '../caip/address'
import type { Offer } from '../quote/read'
import type { AdmissionInput } from './types'

/**
 * What an account holds of an offer's asset, atomic; undefined where it is not known, which holds nothing.
 *
 * @param account address; null for the wallet's own
 */
export function balanceOf(input: AdmissionInput, offer: Offer, account: string | null): string | undefined {
  return amountOf(input.wallet.balances, input, offer, account)
}

/** What Permit2 may move of an offer's asset for an account, atomic; undefined where it is not known. */
export function allowanceOf(input: AdmissionInput, offer: Offer, account: string | null): string | undefined {
  return amountOf(input.wallet.allowances ?? [], input, offer, account)
}

function amountOf(
  rows: AdmissionInput['wallet']['balances'],
  input: AdmissionInput,
  { network, asset }: Offer,
  account: string | null,
): string | undefined {
  return rows.find(
    (row) =>
      row.network === network &&
      sameAddress(network, row.asset, asset) &&
      (row.account === undefined
        ? account === null
        : sameAddress(network, row.account, account ?? ownAccount(input, network) ?? '')),
  )?.amount
}

/** The wallet's own account on a network; null for a family that it has no key of. */
export function ownAccount(input: AdmissionInput, network: string): string | null {
  return input.wallet.accounts[network.split(':', 1)[0] ?? ''] ?? null
}
