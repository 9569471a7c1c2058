import { type FormEvent, useState } from 'react'

import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import type { AssetReport } from '@/lib/doors/ui-developer'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { usePageWords } from '../../i18n/pages'
import { Confirm } from '../../parts/Confirm'
import { Problem } from '../../parts/Problem'
import { Select } from '../../parts/Select'
import { SiteText } from '../../parts/SiteText'
import { TextField } from '../../parts/TextField'
import { isDecimal, toAtomic, typedDecimal } from '../../text/amount'
import type { SectionProps } from './Section'
import { useChange } from './useChange'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
type Token = Extract<AssetReport, { symbol: string }>

/** Asks the chain what a contract is, shows it, and allows it up to a cap. */
export function AddAsset({ settings, onChanged }: SectionProps) {
  const { t } = usePageWords()
  const words = t.owner.assets
  const networks = settings.networks.filter(
    (n) => n.network.startsWith('eip155:') && (settings.testnets || !n.testnet),
  )
  const [network, setNetwork] = useState(networks[0]?.network ?? '')
  const [asset, setAsset] = useState('')
  const [report, setReport] = useState<AssetReport | null>(null)
  const action = useAction()
  const isAddress = ADDRESS.test(asset.trim())
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (!isAddress) return
    setReport(null)
    action.run(async () => setReport(await call('assets.check', { network, asset: asset.trim() })))
  }
  return (
    <div className="stack">
      <form className="mandate-part" onSubmit={check}>
        <Select
          label={words.network}
          value={network}
          options={networks.map((n) => [n.network, networkById(n.network)?.name ?? n.network] as const)}
          onChange={(chosen) => {
            setNetwork(chosen)
            setReport(null)
          }}
        />
        <TextField
          label={words.address}
          value={asset}
          onChange={(text) => {
            setAsset(text)
            setReport(null)
          }}
          bad={asset !== '' && !isAddress ? words.addressBad : null}
        />
        <div className="row-end whole">
          <button className="btn" type="submit" disabled={!isAddress || action.busy}>
            {action.busy ? words.checking : words.check}
          </button>
        </div>
      </form>
      <Problem error={action.error} />
      {report !== null && 'fault' in report && (
        <p className="red" role="alert">
          {words.faults[report.fault]}
        </p>
      )}
      {report !== null && !('fault' in report) && (
        <Found token={report} network={network} asset={asset.trim()} onChanged={onChanged} />
      )}
    </div>
  )
}

type FoundProps = {
  readonly token: Token
  readonly network: string
  readonly asset: string
  readonly onChanged: () => void
}

function Found({ token, network, asset, onChanged }: FoundProps) {
  const { t, format } = usePageWords()
  const words = t.owner.assets
  const [cap, setCap] = useState('')
  const change = useChange(onChanged)
  const known = findDefaultAsset(network, asset)
  const decimals = known?.decimals ?? token.decimals
  const decimal = typedDecimal(cap)
  const isCap = isDecimal(decimal, decimals) && /[1-9]/.test(decimal)
  // Only what its own domain proves is signed for; the default assets are pinned.
  const isSafe = known !== null || (token.version !== null && token.domain === true)
  const allow = (event: FormEvent) => {
    event.preventDefault()
    const maxAmount = toAtomic(decimal, decimals)
    if (!isCap || maxAmount === null) return
    const told = { decimals, name: token.name, ...(token.version === null ? {} : { version: token.version }) }
    change.apply({ kind: 'asset', entry: { network, asset, maxAmount, ...(known === null ? told : {}) } })
  }
  const row = (name: string, value: string, tone = '') => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className={tone}>
        <SiteText text={value} limit={80} />
      </dd>
    </div>
  )
  return (
    <>
      <h3>{words.says}</h3>
      <dl className="told">
        {row(words.symbol, token.symbol)}
        {row(words.name, token.name)}
        {row(words.version, token.version ?? '—')}
        {row(words.decimals, format.number(token.decimals))}
        {row(
          words.standard,
          token.eip3009 ? words.standardYes : words.standardNo,
          token.eip3009 ? 'green' : 'amber',
        )}
        {row(
          words.domain,
          token.domain === null ? words.domainUnknown : token.domain ? words.domainYes : words.domainNo,
          token.domain === true ? 'green' : 'amber',
        )}
      </dl>
      {known !== null && <p className="quiet">{words.isDefault}</p>}
      {!isSafe ? (
        <p className="red" role="alert">
          {words.unsafe}
        </p>
      ) : (
        <form className="edit-form" onSubmit={allow}>
          <TextField
            label={`${words.cap}, ${token.symbol}`}
            value={cap}
            onChange={setCap}
            bad={cap !== '' && !isCap ? words.capBad : null}
            isNumber
          />
          <button className="btn btn-pay" type="submit" disabled={!isCap || change.action.busy}>
            {words.allow}
          </button>
        </form>
      )}
      <Confirm change={change} label={t.settings.needsPassword} />
    </>
  )
}
