import type { AskedMandate } from '@/lib/doors/ui-mandates'
import { payeesSeen } from '@/lib/ledger/read/payees'
import type { Json } from '@/lib/page/protocol'
import { nowSeconds } from '@/lib/payments/facts'
import { PAYEES_FOR_ANY } from '@/lib/payments/mandate-rules'
import { giveMandate } from '@/lib/payments/mandates'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, Refusal } from './caller'
import { bad, narrowedTerms, readAsked } from './mandate-terms'
import { onApproved, openRequest } from './requests'

/**
 * Asks a person for a standing approval of the origin that calls.
 *
 * @throws Refusal where it is not of the form, or comes from a frame of another site: a mandate covers none
 */
export async function requestMandate(
  wallet: Wallet,
  caller: Caller,
  value: Json,
): Promise<{ readonly waits: string }> {
  if (caller.origin !== caller.topOrigin) throw new Refusal(BAD_PARAMS, 'not in a frame of another site')
  const detail = readAsked(caller.origin, value, nowSeconds())
  // Any payee can be meant only where there were several; the origin knows whom it had paid.
  if (detail.terms.payees === '*' && (await payeesSeen(wallet.ledger, caller.origin)) < PAYEES_FOR_ANY)
    throw bad('payees')
  return await openRequest(wallet, caller, {
    kind: 'mandate',
    detail,
    agent: detail.terms.agent ?? undefined,
  })
}

onApproved('mandate', async (wallet, { detail }, change) => {
  const terms = narrowedTerms(detail as AskedMandate, change)
  const given = terms === null ? null : await giveMandate(wallet, terms)
  if (terms === null || given === null) return { error: { code: 'bad-value' } }
  if ('code' in given) return { error: given }
  const { payees, assets, total, window, pathPrefix, transports, expiresAt } = terms
  const mandate = { id: given.id, payees, assets, total, window, pathPrefix, transports, expiresAt }
  return { value: { granted: true, mandate } }
})
