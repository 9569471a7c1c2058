import { isNative } from '@/lib/core/assets/native'
import { sameAddress } from '@/lib/core/caip/address'
import type { AuthorizationRow, Ledger } from '../schema'

/** Whether a payment that is not proved may still move money: else the page carries what moves nothing, or it is dead. */
export const isOpen = ({ state }: Pick<AuthorizationRow, 'state'>): boolean => state !== 'released'

/**
 * What an account has promised of an asset: amounts of what is held or signed and not proved, and of a chain's own
 * coin the largest fees too. It may have left the account already, for as long as the chain was not asked.
 *
 * @param network CAIP-2
 * @returns atomic
 */
export async function heldOf(
  { authorizations }: Pick<Ledger, 'authorizations'>,
  account: string,
  network: string,
  asset: string,
): Promise<bigint> {
  let sum = 0n
  await authorizations
    .where('[proved+createdAt]')
    .between([0, 0], [0, Number.MAX_SAFE_INTEGER], true, true)
    .each((row) => {
      if (!isOpen(row) || row.network !== network || !sameAddress(network, row.from, account)) return
      if (sameAddress(network, row.asset, asset)) sum += BigInt(row.amount)
      if (isNative(asset)) sum += BigInt(row.fee ?? '0')
    })
  return sum
}
