import { useState } from 'react'

import { DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { coinOf, NATIVE, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import type { WalletStatus } from '@/lib/doors/ui-protocol'
import type { SettingsView } from '@/lib/doors/ui-settings'
import type { KnownBalances } from '@/lib/ledger/balance-rows'
import { knownBalances } from '@/lib/ledger/read/balances'
import { heldNow } from '@/lib/ledger/read/outstanding'

import { useAnswer } from '../../hooks/useAnswer'
import { useLive } from '../../hooks/useLive'

/** A token that can be sent, or the chain's own coin. */
export type Sendable = { readonly asset: string; readonly symbol: string; readonly decimals: number }

/** Where the form stands, and what can be chosen in it. */
export type Choices = {
  readonly account: string
  readonly network: string
  readonly asset: Sendable
  readonly networks: SettingsView['networks']
  readonly assets: readonly Sendable[]
  /** atomic text; null where it is not known, as of a coin */
  readonly balance: string | null
  /** how much of it is held for payments under way, atomic text */
  readonly held: string
  readonly setAccount: (address: string) => void
  readonly setNetwork: (network: string) => void
  readonly setAsset: (asset: string) => void
}

const BASE = 'eip155:8453'
const NOWHERE = { network: '', asset: '' } as const

/**
 * Account, network and token: what the owner chose, else the account in use, and the network on which it was last
 * known to have most. Solana is not among them: there the wallet only pays what is asked.
 */
export function useChoices(status: WalletStatus, to: string | null): Choices {
  const { value: settings } = useAnswer('settings.get', undefined, null)
  const known = useLive(knownBalances, [])
  const [chosen, setChosen] = useState<{ account?: string; network?: string; asset?: string }>({})
  const choose = (change: typeof chosen) => setChosen((before) => ({ ...before, ...change }))
  const networks = (settings?.networks ?? []).filter(
    ({ network, testnet }) => network.startsWith('eip155:') && (settings?.testnets === true || !testnet),
  )
  // An own account that is topped up is topped up from another one.
  const others = status.accounts.filter(({ address }) => address !== to)
  const usual = status.account === to ? (others[0]?.address ?? to) : status.account
  const account = chosen.account ?? usual ?? ''
  const network = chosen.network ?? richest(known, networks, account)
  const assets = sendableOn(network)
  const asset = assets.find((each) => each.asset === chosen.asset) ?? assets[0] ?? coin(network)
  const { value: holdings } = useAnswer(
    'wallet.holdings',
    asset.asset === NATIVE || settings === undefined ? NOWHERE : { network, asset: asset.asset },
    null,
  )
  const held = useLive(heldNow, [account, network, asset.asset])
  return {
    account,
    network,
    asset,
    networks,
    assets,
    held: held ?? '0',
    balance: holdings?.find(({ address }) => address === account)?.amount ?? null,
    setAccount: (value) => choose({ account: value }),
    setNetwork: (value) => choose({ network: value }),
    setAsset: (value) => choose({ asset: value }),
  }
}

const coin = (network: string): Sendable => ({
  asset: NATIVE,
  symbol: coinOf(network).symbol,
  decimals: NATIVE_DECIMALS,
})

const sendableOn = (network: string): readonly Sendable[] => [
  ...DEFAULT_ASSETS.filter((asset) => asset.network === network),
  coin(network),
]

/** The network on which an account had most when it was last read; Base where nothing is known of any. */
function richest(
  known: ReadonlyMap<string, KnownBalances> | undefined,
  networks: SettingsView['networks'],
  account: string,
): string {
  let best = { network: networks.some((each) => each.network === BASE) ? BASE : '', share: 0 }
  for (const { network } of networks) {
    for (const { asset, decimals } of sendableOn(network)) {
      // Only to compare: what is shown is never made of it.
      const share = Number(known?.get(network)?.[`${account}/${asset}`]?.amount ?? 0) / 10 ** decimals
      if (share > best.share) best = { network, share }
    }
  }
  return best.network
}
