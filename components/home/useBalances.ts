import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'
import type { KnownBalances } from '@/lib/ledger/balance-rows'
import { knownBalances } from '@/lib/ledger/read/balances'
import { lastPayments } from '@/lib/ledger/read/payments'
import { type Money, type MoneyNetwork, moneyOf, type NetworkRead } from '@/lib/views/balances'

import { call } from '../client'
import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'

/** Payments whose networks are read again when they change. */
const WATCHED = 5
const NONE = new Map<string, KnownBalances>()

/** The money of the wallet as it is being read: real, and while test money is on, test money. */
export type Balances = {
  readonly real: Money
  readonly test: Money | null
  /** networks that were read at least once since the screen opened, of all that are */
  readonly read: number
  readonly all: number
  readonly again: () => void
}

/**
 * Reads the balances of every enabled network, each by itself, so that one that is slow holds up none: all when the
 * screen opens, and a payment's own network whenever something became of it.
 *
 * @returns null until it is known which networks there are
 */
export function useBalances({ accounts }: Pick<WalletStatus, 'accounts'>): Balances | null {
  const { value: settings } = useAnswer('settings.get', undefined, null)
  const known = useLive(knownBalances, [])
  const [reads, setReads] = useState<ReadonlyMap<string, NetworkRead>>(new Map())
  const newest = useRef(new Map<string, number>())
  const hasSolana = accounts.some(({ solana }) => solana !== null)
  const networks = useMemo(
    (): readonly MoneyNetwork[] =>
      (settings?.networks ?? []).filter(
        ({ network, testnet }) =>
          (settings?.testnets === true || !testnet) && (hasSolana || !network.startsWith('solana:')),
      ),
    [settings, hasSolana],
  )
  const read = useCallback((network: string) => {
    const mine = (newest.current.get(network) ?? 0) + 1
    newest.current.set(network, mine)
    const put = (value: NetworkRead) => {
      // An answer that another read has overtaken says nothing of now.
      if (newest.current.get(network) === mine) setReads((before) => new Map(before).set(network, value))
    }
    call('balances', { network }).then(put, () => put([]))
  }, [])
  const names = networks.map(({ network }) => network).join(' ')
  const again = useCallback(() => {
    setReads(new Map())
    for (const network of names.split(' ')) if (network !== '') read(network)
  }, [names, read])
  useEffect(again, [again])
  useChanged(read, names)
  if (settings === undefined) return null
  const addresses = accounts.map(({ address }) => address)
  const of = (testnet: boolean) =>
    moneyOf(
      networks.filter((network) => network.testnet === testnet),
      reads,
      known ?? NONE,
      addresses,
    )
  return {
    real: of(false),
    test: settings.testnets ? of(true) : null,
    read: reads.size,
    all: networks.length,
    again,
  }
}

/** Reads a network again when the state of one of the last payments there changes. */
function useChanged(read: (network: string) => void, names: string): void {
  const lines = useLive(lastPayments, [WATCHED])
  const seen = useRef<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    if (lines === undefined) return
    const now = new Map(
      lines.flatMap(({ authorization }) =>
        authorization === null
          ? []
          : [[authorization.id, `${authorization.network} ${authorization.state} ${authorization.proved}`]],
      ),
    )
    const before = seen.current
    seen.current = now
    if (before === null) return
    const changed = [...now].filter(([id, state]) => before.get(id) !== state)
    const touched = new Set(changed.map(([, state]) => state.split(' ', 1)[0] ?? ''))
    for (const network of touched) if (names.split(' ').includes(network)) read(network)
  }, [lines, read, names])
}
