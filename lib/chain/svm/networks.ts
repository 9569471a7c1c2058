import { SVM_NETWORKS } from '@/lib/core/assets/svm-networks'

/**
 * The Solana networks, each with the node that is asked when the owner names none: the public one of that
 * cluster, which answers few questions a second.
 */
export const SOLANA_NETWORKS = SVM_NETWORKS.map(({ id, name, testnet }) => ({
  network: id,
  name,
  testnet,
  rpcUrl: `https://api.${name.split(' ')[1] ?? 'mainnet-beta'}.solana.com`,
}))
