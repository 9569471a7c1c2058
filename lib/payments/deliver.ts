import { transition } from '@/lib/core/lifecycle/transition'
import { ledgerMoment } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import { pay } from './pay'
import type { Wallet } from './wallet'

/**
 * Gives the signed payment to whoever carries it itself: the caller of the provider. It counts as sent from
 * here on; asked for again it is the same payment, byte for byte.
 *
 * @returns the authorization with its header, or null where nothing is signed: held, or proved dead
 */
export async function deliver(wallet: Wallet, intent: IntentRow): Promise<AuthorizationRow | null> {
  const { authorizations } = wallet.ledger
  const stored = () => authorizations.where('intentId').equals(intent.id).first()
  const known = await stored()
  const isSigned = known !== undefined && known.state !== 'reserved'
  if (!isSigned && (await pay(wallet, intent.id)) !== null) return null
  return await wallet.ledger.transaction('rw', authorizations, wallet.ledger.documents, async () => {
    const row = await stored()
    if (row === undefined || row.header === null || row.state === 'released') return null
    const next = transition(row.state, { type: 'sent' })
    if (!next.ok) return row
    const sent = {
      ...row,
      state: next.value,
      sends: row.sends + 1,
      updatedAt: await ledgerMoment(wallet.ledger, Date.now()),
    }
    await authorizations.put(sent)
    return sent
  })
}
