import { useState } from 'react'

import { ledger } from '@/lib/ledger/read/ledger'
import { type SiteView, siteView } from '@/lib/views/sites'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { usePageWords } from '../../i18n/pages'
import { Address } from '../../parts/Address'
import { Confirm } from '../../parts/Confirm'
import { Host } from '../../parts/Host'
import { Icon } from '../../parts/Icon'
import { Problem } from '../../parts/Problem'
import { SiteText } from '../../parts/SiteText'
import { hostText } from '../../text/host'
import { useChange } from '../settings/useChange'
import { Remembered } from './Remembered'
import { SiteTotalsList } from './SiteTotalsList'

const readSite = (origin: string) => siteView(ledger, origin)

/** One origin: what it may see, what it was paid, what is remembered of it, and the ways to end that. */
export default function Site({ origin }: { readonly origin: string }) {
  const { t } = usePageWords()
  useTitle(hostText(origin))
  const site = useLive(readSite, [origin])
  if (site === undefined) return <p className="quiet">{t.common.loading}</p>
  const { mandateIds, agents } = site
  const [mandate] = mandateIds
  return (
    <div className="sections">
      <div>
        <a className="link back" href="#/sites">
          <Icon name="left" /> {t.sites.back}
        </a>
        <h1 className="title spaced-s">
          <Host origin={origin} />
        </h1>
        <p className="tags">
          {site.connected && <span className="tag">{t.sites.connected}</span>}
          {site.blocked && <span className="tag tag-amber">{t.sites.blocked}</span>}
          {agents.map((agent) => (
            <span className="tag" key={agent}>
              <SiteText text={agent} limit={40} />
            </span>
          ))}
        </p>
      </div>
      <Connection site={site} />
      <section className="setting" aria-labelledby="totals">
        <h2 className="strong" id="totals">
          {t.sites.totals}
        </h2>
        <SiteTotalsList totals={site.totals} />
        <p className="row-links">
          {mandate !== undefined && (
            <a className="link" href={`#/budgets/${encodeURIComponent(mandate)}`}>
              {t.sites.seeMandates}
            </a>
          )}
          {!site.blocked && (
            <a className="link" href={`#/mandate/${encodeURIComponent(origin)}`}>
              {t.sites.newMandate}
            </a>
          )}
        </p>
      </section>
      <Remembered site={site} />
      <Acts site={site} />
    </div>
  )
}

function Connection({ site }: { readonly site: SiteView }) {
  const { t, format } = usePageWords()
  const action = useAction()
  const { connection, origin } = site
  const end = () =>
    action.run(async () => {
      await call('connections.end', { origin })
    })
  return (
    <section className="setting" aria-labelledby="connection">
      <h2 className="strong" id="connection">
        {t.sites.connection}
      </h2>
      {connection === null ? (
        <p className="quiet">{t.sites.notConnected}</p>
      ) : (
        <div className="act">
          <div>
            <p>{t.sites.sees}</p>
            <p>
              <Address value={connection.account} />{' '}
              <span className="quiet">{t.sites.on(connection.networkName)}</span>
            </p>
            <p className="quiet">
              {t.sites.since(format.moment(connection.connectedAt))}{' '}
              {t.sites.used(format.moment(connection.usedAt))}
            </p>
          </div>
          <button className="btn" type="button" disabled={action.busy} onClick={end}>
            {t.sites.disconnect}
          </button>
        </div>
      )}
      <Problem error={action.error} />
    </section>
  )
}

/** Blocking takes one click; forgetting two, because nothing brings it back. */
function Acts({ site }: { readonly site: SiteView }) {
  const { t } = usePageWords()
  const { origin, blocked } = site
  const action = useAction()
  const [isSure, setSure] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const unblock = useChange(() => undefined)
  const block = () =>
    action.run(async () => {
      await call('sites.block', { origin })
    })
  const forget = () =>
    action.run(async () => {
      await call('sites.forget', { origin })
      setSure(false)
      setForgotten(true)
    })
  return (
    <section className="setting">
      <div className="act">
        <p>{blocked ? t.sites.unblockMore : t.sites.blockMore}</p>
        {blocked ? (
          <button
            className="btn"
            type="button"
            disabled={unblock.action.busy}
            onClick={() => unblock.apply({ kind: 'unblock', origin })}
          >
            {t.sites.unblock}
          </button>
        ) : (
          <button className="btn" type="button" disabled={action.busy} onClick={block}>
            {t.sites.block}
          </button>
        )}
      </div>
      <Confirm change={unblock} label={t.settings.needsPassword} />
      <div className="act">
        <p>{t.sites.forgetMore}</p>
        {isSure ? (
          <span className="row-links">
            <button className="btn" type="button" onClick={() => setSure(false)}>
              {t.settings.cancel}
            </button>
            <button className="btn" type="button" disabled={action.busy} onClick={forget}>
              {t.sites.forgetSure}
            </button>
          </span>
        ) : (
          <button className="btn" type="button" onClick={() => setSure(true)}>
            {t.sites.forget}
          </button>
        )}
      </div>
      <Problem error={action.error} />
      <p className="green" role="status">
        {isForgotten ? t.sites.forgotten : ''}
      </p>
    </section>
  )
}
