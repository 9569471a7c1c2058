import { svm } from '@/lib/late/load'
import type { Settings } from '@/lib/ledger/read/documents'
import { solanaNodeOf } from './chains'
import type { Blockhashes } from './svm/pay'

/**
 * What a Solana payment of a quote must name of its network, read before its money is held: inside a
 * transaction of the ledger nobody can be asked. Nothing for a quote that names no such network.
 *
 * @param raw the quote, JSON
 */
export const latestFor = async (settings: Settings, raw: string): Promise<Blockhashes> =>
  /"solana/.test(raw)
    ? await (await svm()).blockhashesFor(raw, (network) => solanaNodeOf(settings, network))
    : {}
