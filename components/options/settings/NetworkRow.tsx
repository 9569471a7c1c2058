import { type FormEvent, useState } from 'react'

import type { NodeReport, SettingsView } from '@/lib/doors/ui-settings'
import type { NetworkDocument } from '@/lib/ledger/read/network-states'

import { call } from '../../client'
import { useWords } from '../../i18n/context'
import { Confirm } from '../../parts/Confirm'
import { type Change, useChange } from './useChange'

type Network = SettingsView['networks'][number]
type Props = {
  readonly network: Network
  readonly state: NetworkDocument | undefined
  readonly onChanged: () => void
}

/** The addresses of one network: each with its light, one more, one less. Any change is the owner's act. */
export function NetworkRow({ network, state, onChanged }: Props) {
  const { t, format } = useWords()
  const [url, setUrl] = useState('')
  const [isAdding, setAdding] = useState(false)
  const change = useChange(onChanged)
  const set = (urls: readonly string[]) => change.apply({ kind: 'rpc', network: network.network, url: urls })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set([...network.rpcUrls, url.trim()])
  }
  return (
    <li>
      <span className="name">
        <b>{network.name}</b> <span className="quiet">{network.network}</span>
        {network.testnet && <span className="tag">{t.common.testMoney}</span>}
      </span>
      <button
        className="link"
        type="button"
        aria-label={t.networks.another(network.name)}
        aria-expanded={isAdding}
        onClick={() => setAdding(!isAdding)}
      >
        {isAdding ? t.settings.cancel : t.networks.add}
      </button>
      {state !== undefined && state.kind !== 'ok' && (
        <p className="amber cut-url" role="status">
          {t.networks[state.kind](network.name, format.moment(state.since))}
        </p>
      )}
      <ul className="nodes" aria-label={t.networks.addressesOf(network.name)}>
        {network.rpcUrls.map((each, i) => (
          <Node
            key={each}
            network={network}
            url={each}
            // What was read of other addresses says nothing of these.
            state={state?.nodes.length === network.rpcUrls.length ? state.nodes[i] : undefined}
            onRemove={() => set(network.rpcUrls.filter((other) => other !== each))}
            change={change}
          />
        ))}
      </ul>
      {isAdding && (
        <form className="rpc" onSubmit={submit}>
          <input
            className="input"
            type="url"
            value={url}
            autoComplete="off"
            spellCheck={false}
            aria-label={t.networks.address(network.name)}
            onChange={(event) => setUrl(event.target.value)}
          />
          <button className="btn" type="submit" disabled={url === '' || change.action.busy}>
            {t.networks.add}
          </button>
        </form>
      )}
      {(isAdding || network.rpcUrls.length > 1) && (
        <p className="quiet cut-url">{network.rpcUrls.length === 1 ? t.networks.one : t.networks.several}</p>
      )}
      <div className="cut-url">
        <Confirm change={change} label={t.settings.needsPassword} />
      </div>
    </li>
  )
}

type NodeProps = {
  readonly network: Network
  readonly url: string
  readonly state: NodeReport['state'] | undefined
  readonly onRemove: () => void
  readonly change: Change
}

/** One address: a light that says what the words beside it say, and what can be done with it. */
function Node({ network, url, state, onRemove, change }: NodeProps) {
  const { t, format } = useWords()
  const [report, setReport] = useState<NodeReport | null>(null)
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    const answer = await call('rpc.test', { network: network.network, url }).catch(() => null)
    setReport(answer ?? { state: 'down', block: null })
    setBusy(false)
  }
  const shown = report?.state ?? state ?? 'unknown'
  const tone = shown === 'ok' ? 'green' : shown === 'unknown' ? 'quiet' : shown === 'down' ? 'red' : 'amber'
  return (
    <li>
      <svg className={`light ${tone}`} viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" />
      </svg>
      <span className="url">{url}</span>
      <span className={tone} role="status">
        {t.networks.node[shown]}
        {report?.block != null && `, ${t.networks.atBlock(format.number(report.block))}`}
      </span>
      <span className="acts">
        <button
          className="btn"
          type="button"
          onClick={() => void test()}
          disabled={isBusy}
          aria-label={t.networks.testOf(url)}
        >
          {t.networks.test}
        </button>
        {network.rpcUrls.length > 1 && (
          <button
            className="btn"
            type="button"
            onClick={onRemove}
            disabled={change.action.busy}
            aria-label={t.networks.removeOf(url)}
          >
            {t.networks.remove}
          </button>
        )}
      </span>
    </li>
  )
}
