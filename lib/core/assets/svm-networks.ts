/** The Solana networks that have default assets, by CAIP-2 id (CAIP-30: the start of the genesis hash). */
export const SVM_NETWORKS = [
  { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', testnet: false },
  { id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Solana devnet', testnet: true },
  { id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', name: 'Solana testnet', testnet: true },
] as const

/** Whether a network is Solana's. @param network CAIP-2 */
export const isSolana = (network: string): boolean => network.startsWith('solana:')
