import type { WalletStatus } from '@/lib/doors/ui-protocol'

/** The Solana address of the account that pays; null where it has none. */
export const solanaOf = ({ accounts, account }: WalletStatus): string | null =>
  accounts.find((a) => a.address === account)?.solana ?? null
