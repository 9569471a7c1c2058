import { useState } from 'react'

import type { SendPlan, SendTerms } from '@/lib/doors/ui-money'
import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Following } from './Following'
import { Review } from './Review'
import { SendForm } from './SendForm'

/** A plan that can be sent. */
export type Planned = {
  readonly terms: SendTerms
  readonly plan: Exclude<SendPlan, { readonly cannot: unknown }>
}

type Stage =
  | { readonly at: 'form' }
  | ({ readonly at: 'review' } & Planned)
  | { readonly at: 'following'; readonly paymentId: string }

/**
 * Sending: what and to whom, then what that comes to, then what became of it. Nothing is signed here; the approval
 * window does that.
 *
 * @param to an address that is filled in; null for none
 */
export default function SendPage({
  status,
  to,
}: {
  readonly status: WalletStatus
  readonly to: string | null
}) {
  const { t } = useWords()
  useTitle(t.money.send)
  const [stage, setStage] = useState<Stage>({ at: 'form' })
  // What was typed stays while the fee is looked at.
  const [turn, setTurn] = useState(0)
  return (
    <div className="stack-wide send">
      <div>
        <h1 className="title">{t.money.send}</h1>
        <p className="lede">{t.money.sendLede}</p>
      </div>
      <div hidden={stage.at !== 'form'}>
        <SendForm
          key={turn}
          status={status}
          to={to}
          onPlanned={(planned) => setStage({ at: 'review', ...planned })}
        />
      </div>
      {stage.at === 'review' && (
        <Review
          status={status}
          planned={stage}
          onBack={() => setStage({ at: 'form' })}
          onAsked={(paymentId) => setStage({ at: 'following', paymentId })}
        />
      )}
      {stage.at === 'following' && (
        <Following
          id={stage.paymentId}
          onAnother={() => {
            setTurn(turn + 1)
            setStage({ at: 'form' })
          }}
        />
      )}
    </div>
  )
}
