import { useState } from 'react'

import { ledger } from '@/lib/ledger/read/ledger'
import { agentLines, isExtension, type SiteLine, siteLines } from '@/lib/views/sites'

import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { usePageWords } from '../../i18n/pages'
import { Host } from '../../parts/Host'
import { SiteText } from '../../parts/SiteText'
import { TextField } from '../../parts/TextField'
import { hostText } from '../../text/host'
import { TotalsText } from './TotalsText'

const readSites = () => siteLines(ledger)
const readAgents = () => agentLines(ledger)

/** Everybody that the wallet knows: sites, other extensions, and the agents that they name. */
export default function Sites() {
  const { t } = usePageWords()
  useTitle(t.sites.title)
  const [typed, setTyped] = useState('')
  const all = useLive(readSites, [])
  const wanted = typed.trim().toLowerCase()
  const found = all?.filter(({ origin }) => hostText(origin).toLowerCase().includes(wanted)) ?? []
  const sites = found.filter(({ origin }) => !isExtension(origin))
  const extensions = found.filter(({ origin }) => isExtension(origin))
  return (
    <>
      <h1 className="title">{t.sites.title}</h1>
      <p className="quiet spaced-s">{t.sites.lede}</p>
      {all !== undefined && all.length > 0 && (
        <div className="spaced-s narrow-form">
          <TextField label={t.sites.find} value={typed} onChange={setTyped} />
        </div>
      )}
      <p className="quiet spaced-s" role="status">
        {all === undefined
          ? t.common.loading
          : all.length === 0
            ? t.sites.none
            : found.length === 0
              ? t.sites.noneFound
              : ''}
      </p>
      {sites.length > 0 && (
        <section className="part" aria-labelledby="sites">
          <h2 className="title" id="sites">
            {t.sites.sites}
          </h2>
          <Lines lines={sites} />
        </section>
      )}
      {extensions.length > 0 && (
        <section className="part" aria-labelledby="extensions">
          <h2 className="title" id="extensions">
            {t.sites.extensions}
          </h2>
          <p className="quiet">{t.sites.extensionsMore}</p>
          <Lines lines={extensions} />
        </section>
      )}
      <Agents />
    </>
  )
}

function Lines({ lines }: { readonly lines: readonly SiteLine[] }) {
  const { t, format } = usePageWords()
  return (
    <ul className="known">
      {lines.map(({ origin, connected, blocked, mandates, payments, lastAt }) => (
        <li key={origin}>
          <a href={`#/sites/${encodeURIComponent(origin)}`}>
            <Host origin={origin} cut />
            <span className="tags">
              {connected && <span className="tag">{t.sites.connected}</span>}
              {mandates > 0 && <span className="tag">{t.sites.mandates(mandates)}</span>}
              {blocked && <span className="tag tag-amber">{t.sites.blocked}</span>}
            </span>
            <span className="quiet end">
              {payments === 0 ? t.sites.never : t.sites.payments(payments, format.number(payments))}
              {lastAt !== null && <span className="nowrap">, {t.sites.last(format.moment(lastAt))}</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Agents() {
  const { t, format } = usePageWords()
  const agents = useLive(readAgents, [])
  return (
    <section className="part" aria-labelledby="agents">
      <h2 className="title" id="agents">
        {t.sites.agents}
      </h2>
      <p className="quiet">{agents?.length === 0 ? t.sites.noAgents : t.sites.agentsMore}</p>
      <ul className="known">
        {agents?.map(({ agent, origin, mandates, lastAt, totals }) => (
          <li key={`${origin} ${agent}`}>
            <a href={`#/sites/${encodeURIComponent(origin)}`}>
              <span>
                <SiteText text={agent} /> <span className="quiet">{t.sites.agentAt}</span>{' '}
                <Host origin={origin} cut />
              </span>
              <span className="tags">
                {mandates > 0 && <span className="tag">{t.sites.mandates(mandates)}</span>}
              </span>
              <span className="quiet end">
                <TotalsText totals={totals} />
                {lastAt !== null && <span className="nowrap">, {t.sites.last(format.moment(lastAt))}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
