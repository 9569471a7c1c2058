import type { ScreenReads, UiCalls, UiName } from '@/lib/doors/ui-protocol'
import { ledger } from '@/lib/ledger/read/ledger'
import { approvalView } from '@/lib/views/approval'
import { budgetViews, limitsNow } from '@/lib/views/limits'
import { mandateViews } from '@/lib/views/mandates'
import { mandateProposal } from '@/lib/views/proposal'
import { waitingList } from '@/lib/views/waiting'

import { call } from './client'

const accounts = async () => (await call('wallet.status', undefined)).accounts.map(({ address }) => address)

const reads: { readonly [N in keyof ScreenReads]: (value: ScreenReads[N][0]) => Promise<ScreenReads[N][1]> } =
  {
    'limits.now': () => limitsNow(ledger),
    'approval.list': () => waitingList(ledger),
    'approval.view': async ({ paymentId }) => {
      const now = await call('approval.refresh', { paymentId })
      return now === null ? null : await approvalView(ledger, paymentId, now, accounts)
    },
    'budgets.list': () => budgetViews(ledger),
    'mandates.list': async () => mandateViews(ledger, (await call('wallet.status', undefined)).accounts),
    'mandates.proposal': ({ paymentId }) =>
      mandateProposal(ledger, paymentId, (of) => call('wallet.holdings', of)),
  }

/** All that a screen can ask for by name: of the background, or of the ledger. */
export type Questions = UiCalls & ScreenReads
export type Question = keyof Questions

const known: {
  readonly [N in Question]?: (value: Questions[N][0]) => Promise<Questions[N][1]>
} = reads

/**
 * What a screen shows, by its name: made here from the ledger, or answered by the background.
 *
 * @throws UiCallError where the background refuses or does not answer
 */
export async function ask<N extends Question>(name: N, value: Questions[N][0]): Promise<Questions[N][1]> {
  const read = known[name]
  return await (read === undefined ? call(name as N & UiName, value) : read(value))
}
