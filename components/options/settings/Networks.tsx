import { type FormEvent, useState } from 'react'

import type { SettingsView } from '@/lib/doors/ui-protocol'

import { useWords } from '../../i18n/context'
import { Confirm } from '../../parts/Confirm'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

/** Where each chain is read. */
export function Networks({ settings, onChanged }: SectionProps) {
  const { t } = useWords()
  return (
    <Section title={t.settings.networks} lede={t.settings.networksMore}>
      <ul className="netlist">
        {settings.networks
          .filter((network) => settings.testnets || !network.testnet)
          .map((network) => (
            <NetworkRow
              key={`${network.network} ${network.rpcUrl}`}
              network={network}
              onChanged={onChanged}
            />
          ))}
      </ul>
    </Section>
  )
}

type RowProps = { readonly network: SettingsView['networks'][number]; readonly onChanged: () => void }

function NetworkRow({ network, onChanged }: RowProps) {
  const { t } = useWords()
  const [url, setUrl] = useState(network.rpcUrl)
  const change = useChange(onChanged)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.apply({ kind: 'rpc', network: network.network, url: url.trim() })
  }
  return (
    <li>
      <span className="name">
        <b>{network.name}</b> <span className="quiet">{network.network}</span>
        {network.testnet && <span className="tag">{t.common.testMoney}</span>}
      </span>
      <form className="rpc" onSubmit={submit}>
        <input
          className="input"
          type="url"
          value={url}
          autoComplete="off"
          spellCheck={false}
          aria-label={t.settings.rpcOf(network.name)}
          onChange={(event) => setUrl(event.target.value)}
        />
        <button
          className="btn"
          type="submit"
          disabled={url === network.rpcUrl || url === '' || change.action.busy}
        >
          {t.common.save}
        </button>
      </form>
      <div className="cut-url">
        <Confirm change={change} label={t.settings.needsPassword} />
      </div>
    </li>
  )
}
