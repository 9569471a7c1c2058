import type { ApprovalView } from '@/lib/doors/ui-protocol'
import { judgeCart } from '@/lib/wire/a2a/judge-cart'

import { useWords } from '../i18n/context'
import { Icon } from '../parts/Icon'
import { Note } from '../parts/Note'
import { SiteText } from '../parts/SiteText'
import { cardIn, cartIn } from '../text/a2a'
import { decimalsOf } from './amounts'

/** The tool or the agent that asks, what it says of itself, and the cart that the offer stood in. */
export function Peer({ view: { action } }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  if (action?.kind === 'mcp')
    return (
      <>
        <dt>{t.agents.tool}</dt>
        <dd>
          <SiteText text={action.tool ?? ''} />
          <span className="quiet">{t.agents.overMcp}</span>
        </dd>
      </>
    )
  if (action?.kind !== 'a2a') return null
  const card = cardIn(action)
  const cart = cartIn(action)
  const expiry = cart?.expiry == null ? Number.NaN : Date.parse(cart.expiry)
  return (
    <>
      <dt>{t.agents.agent}</dt>
      <dd>
        {card === null ? (
          <span className="quiet">{t.agents.noCard}</span>
        ) : (
          <>
            <SiteText text={card.name} quoted />
            {card.skills.map((skill, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skills have a place, and may have the same name
              <SiteText text={skill} quoted key={index} />
            ))}
            <span className="quiet">{t.agents.claims}</span>
            {!card.pays && <Doubt text={t.agents.undeclared} />}
            {!card.here && <Doubt text={t.agents.elsewhere} />}
          </>
        )}
        <span className="quiet">
          {t.agents.task} <SiteText text={action.taskId ?? ''} />
        </span>
      </dd>
      {cart !== null && (
        <>
          <dt>{t.agents.cart}</dt>
          <dd>
            {cart.merchant === null ? (
              <span className="quiet">{t.agents.noMerchant}</span>
            ) : (
              <SiteText text={cart.merchant} quoted />
            )}
            <SiteText text={`${cart.total ?? ''} ${cart.currency ?? ''}`.trim()} />
            {!Number.isNaN(expiry) && <span className="quiet">{t.agents.until(format.moment(expiry))}</span>}
          </dd>
        </>
      )}
    </>
  )
}

function Doubt({ text }: { readonly text: string }) {
  return (
    <span className="amber copy">
      <Icon name="warn" /> {text}
    </span>
  )
}

/** What is odd about an agent's offer: its cart, its receipts, or that it asks again. */
export function PeerNotes({ view: { action, offer, windowSeconds } }: { readonly view: ApprovalView }) {
  const { t } = useWords()
  if (action?.kind === 'mcp' && action.notes?.includes('quoted-twice') === true)
    return (
      <Note tone="amber">
        <p>
          <b>{t.approval.disagree}</b> {t.agents.quotedTwice}
        </p>
      </Note>
    )
  if (action?.kind !== 'a2a') return null
  const cart = cartIn(action)
  const now = Math.floor(Date.now() / 1_000)
  const paid = {
    amount: offer?.amount ?? '',
    // Only what is a dollar can be compared with a total in dollars.
    decimals: offer === null || offer.usd === null ? null : decimalsOf(offer),
    validBefore: now + (windowSeconds ?? 0),
  }
  const why = cart === null ? [] : judgeCart(cart, paid, now).why.map((doubt) => t.agents.doubts[doubt])
  const { receipts } = action
  const odd = receipts === 'shrunk' || receipts === 'edited' ? [t.agents.receipts[receipts]] : []
  return (
    <>
      {[...why, ...odd].map((text) => (
        <Note tone="amber" key={text}>
          <p>
            <b>{text}</b>
          </p>
        </Note>
      ))}
      {action.again !== undefined && (
        <Note tone="amber">
          <p>
            <b>{t.agents.again}</b> {t.agents.againMore}
          </p>
        </Note>
      )}
    </>
  )
}
