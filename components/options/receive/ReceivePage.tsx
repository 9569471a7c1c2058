import { useState } from 'react'

import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { useAnswer } from '../../hooks/useAnswer'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { CopyButton } from '../../parts/CopyButton'
import { Note } from '../../parts/Note'
import { Select } from '../../parts/Select'
import { Code } from './Code'

const FOUR = /.{1,4}/g

/** The addresses of every account, to be paid at: in letters, as a code, and with what they take. */
export default function ReceivePage({ status }: { readonly status: WalletStatus }) {
  const { t } = useWords()
  useTitle(t.money.receiveTitle)
  const [chosen, setChosen] = useState<string | null>(null)
  const { accounts } = status
  const account = accounts.find(({ address }) => address === (chosen ?? status.account)) ?? accounts[0]
  return (
    <div className="stack-wide">
      <div>
        <h1 className="title">{t.money.receiveTitle}</h1>
        <p className="lede">{t.money.receiveLede}</p>
      </div>
      {account !== undefined && (
        <>
          {accounts.length > 1 && (
            <Select
              label={t.money.account}
              value={account.address}
              options={accounts.map(({ address, name }) => [address, name] as const)}
              onChange={setChosen}
            />
          )}
          <Note tone="amber">
            <p>
              <b>{t.money.only}</b> {t.money.onlyMore}
            </p>
          </Note>
          <div className="receive">
            <Place title={t.money.address} address={account.address} family="eip155" />
            {account.solana === null ? (
              <p className="quiet">{t.money.noSolana}</p>
            ) : (
              <Place title={t.money.addressOnSolana} address={account.solana} family="solana" />
            )}
          </div>
        </>
      )}
    </div>
  )
}

type PlaceProps = {
  readonly title: string
  readonly address: string
  readonly family: 'eip155' | 'solana'
}

/** One address, its code, and the tokens that it takes on each network. */
function Place({ title, address, family }: PlaceProps) {
  const { t } = useWords()
  const groups = (family === 'eip155' ? address.slice(2) : address).match(FOUR) ?? []
  return (
    <section className="receive-place" aria-label={title}>
      <h2 className="strong">{title}</h2>
      <Code text={address} />
      <p className="mono address" translate="no">
        {family === 'eip155' && '0x'}
        {groups.join(' ')}
      </p>
      <CopyButton
        text={address}
        label={family === 'eip155' ? t.common.copyAddress : t.solana.copyAddress}
        wide
      />
      <h3 className="label">{t.money.takes}</h3>
      <Takes family={family} />
    </section>
  )
}

/** The default assets by network: nothing else is shown or paid with. */
function Takes({ family }: Pick<PlaceProps, 'family'>) {
  const { t } = useWords()
  const { value: settings } = useAnswer('settings.get', undefined, null)
  const networks = (settings?.networks ?? []).filter(
    ({ network, testnet }) => network.startsWith(`${family}:`) && (settings?.testnets === true || !testnet),
  )
  const symbols = (network: string) =>
    [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS]
      .filter((asset) => asset.network === network)
      .map(({ symbol }) => symbol)
      .join(', ')
  return (
    <ul className="takes">
      {networks.map(({ network, name, testnet }) => (
        <li key={network}>
          <span>
            {name} {testnet && <span className="tag">{t.money.testHere}</span>}
          </span>
          <b>{symbols(network)}</b>
        </li>
      ))}
    </ul>
  )
}
