import { useState } from 'react'
import type { MandateProposal } from '@/lib/doors/ui-mandates'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { type Action, useAction } from '../../hooks/useAction'
import { useAnswer } from '../../hooks/useAnswer'
import { type Draft, draftOf, termsOf } from './draft'

/** Paying this site without asking, from the question to the mandate. */
export type Allow = {
  /** null where no mandate can be given for this payment, or while that is not known */
  readonly proposal: MandateProposal | null
  readonly draft: Draft | null
  readonly isOpen: boolean
  /** the account that the mandate just given pays from; null before */
  readonly given: MandateProposal['accounts'][number] | null
  readonly action: Action
  readonly toggle: () => void
  readonly change: (part: Partial<Draft>) => void
  readonly grant: (password: string | null) => void
}

/** @param onAnswered called when a mandate was given: the payment may be on its way */
export function useAllow(view: ApprovalView, onAnswered: () => void): Allow {
  const { paymentId } = view
  const { value } = useAnswer('mandates.proposal', { paymentId }, view.envelopeDigest)
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const [isOpen, setOpen] = useState(false)
  const [given, setGiven] = useState<Allow['given']>(null)
  const action = useAction()
  const proposal = value ?? null
  const draft = proposal === null ? null : { ...draftOf(proposal), ...typed }
  const grant = (password: string | null) => {
    if (proposal === null || draft === null) return
    const terms = termsOf(draft, proposal, Date.now())
    const chosen = proposal.accounts[draft.account]
    action.run(async () => {
      await call('mandates.grant', password === null ? { terms } : { terms, password })
      // The spending account may have been made just now: its address is what the owner needs next.
      const address = chosen?.address ?? (await call('wallet.spendingAccount', undefined)).address
      if (chosen !== undefined) setGiven({ ...chosen, address, balance: chosen.balance ?? '0' })
      setOpen(false)
      onAnswered()
    })
  }
  return {
    proposal,
    draft,
    isOpen,
    given,
    action,
    toggle: () => {
      setOpen(!isOpen)
      action.clear()
    },
    change: (part) => setTyped({ ...typed, ...part }),
    grant,
  }
}
