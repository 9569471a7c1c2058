import { type FormEvent, useState } from 'react'

import { usePageWords } from '../../i18n/pages'
import { Confirm } from '../../parts/Confirm'
import { TextField } from '../../parts/TextField'
import { Section, type SectionProps } from '../settings/Section'
import { useChange } from '../settings/useChange'

/** What `npm run devnet` runs answers as this network. */
const NETWORK = 'eip155:84532'
const PUBLIC = 'https://sepolia.base.org/'
const LOCAL = 'http://127.0.0.1:8545/'

/** Lets Base Sepolia be read from a chain on this computer, and back. */
export function LocalNetwork({ settings, onChanged }: SectionProps) {
  const { t } = usePageWords()
  const words = t.owner.developer
  const change = useChange(onChanged)
  const [url, setUrl] = useState(LOCAL)
  const now = settings.networks.find((n) => n.network === NETWORK)?.rpcUrls ?? []
  const set = (to: string) => change.apply({ kind: 'rpc', network: NETWORK, url: to })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set(url.trim())
  }
  return (
    <Section title={words.network} lede={words.networkMore}>
      <p className="quiet">{words.now(now.join(', '))}</p>
      <form className="edit-form" onSubmit={submit}>
        <TextField label={words.rpc} value={url} onChange={setUrl} />
        <button className="btn" type="submit" disabled={change.action.busy || url.trim() === ''}>
          {words.use}
        </button>
        <button className="btn" type="button" disabled={change.action.busy} onClick={() => set(PUBLIC)}>
          {words.back}
        </button>
      </form>
      <Confirm change={change} label={words.password} />
    </Section>
  )
}
