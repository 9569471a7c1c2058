import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'

import { usePageWords } from '../../i18n/pages'
import { Address } from '../../parts/Address'
import { Confirm } from '../../parts/Confirm'
import { Fold } from '../../parts/Fold'
import { SiteText } from '../../parts/SiteText'
import { fromAtomic, units } from '../../text/amount'
import { AddAsset } from './AddAsset'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

/** What may be paid with: the default assets as they are pinned, and the owner's own entries with their caps. */
export function Assets({ settings, onChanged }: SectionProps) {
  const { t, format } = usePageWords()
  const words = t.owner.assets
  const change = useChange(onChanged)
  const defaults = [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS].filter((a) => settings.testnets || !a.testnet)
  const networkName = (network: string) => networkById(network)?.name ?? network
  return (
    <Section id="assets" title={words.title} lede={words.lede}>
      <Fold title={words.defaults(format.number(defaults.length))}>
        <ul className="asset-list">
          {defaults.map(({ network, asset, symbol, decimals }) => (
            <li key={`${network} ${asset}`}>
              <b>{symbol}</b> <span className="quiet">{networkName(network)}</span>
              <Address value={asset} />
              <span className="quiet">
                {words.decimals} {format.number(decimals)}
              </span>
            </li>
          ))}
        </ul>
      </Fold>
      <h3>{words.own}</h3>
      {settings.assets.length === 0 && <p className="quiet">{words.none}</p>}
      <ul className="accounts">
        {settings.assets.map(({ network, asset, name, decimals, maxAmount }) => {
          const known = findDefaultAsset(network, asset)
          const label = known?.symbol ?? name ?? asset
          const cap = fromAtomic(maxAmount ?? '0', known?.decimals ?? decimals ?? 0)
          return (
            <li key={`${network} ${asset}`}>
              <span>
                <b>
                  <SiteText text={label} limit={40} />
                </b>{' '}
                <span className="quiet">{networkName(network)}</span> <Address value={asset} />{' '}
                {words.upTo(units(cap, format.locale).text)}
              </span>
              <button
                className="link"
                type="button"
                aria-label={words.removeOf(label)}
                disabled={change.action.busy}
                onClick={() => change.apply({ kind: 'asset-remove', network, asset })}
              >
                {words.remove}
              </button>
            </li>
          )
        })}
      </ul>
      <Confirm change={change} label={t.settings.needsPassword} />
      <Fold title={words.add}>
        <AddAsset settings={settings} onChanged={onChanged} />
      </Fold>
    </Section>
  )
}
