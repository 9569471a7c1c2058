import type { SettingsView } from '@/lib/doors/ui-settings'
import { allNetworkStates } from '@/lib/ledger/read/changes'

import { useLive } from '../../hooks/useLive'
import { useWords } from '../../i18n/context'
import { NetworkRow } from './NetworkRow'
import { Section, type SectionProps } from './Section'

/** Where each chain is read, and how its nodes stood when they were last asked. */
export function Networks({ settings, onChanged }: SectionProps) {
  const { t } = useWords()
  const states = useLive(allNetworkStates, [])
  const isShown = (network: SettingsView['networks'][number]) => settings.testnets || !network.testnet
  return (
    <Section id="networks" title={t.settings.networks} lede={t.settings.networksMore}>
      <ul className="netlist">
        {settings.networks.filter(isShown).map((network) => (
          <NetworkRow
            key={`${network.network} ${network.rpcUrls.join(' ')}`}
            network={network}
            state={states?.[network.network]}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Section>
  )
}
