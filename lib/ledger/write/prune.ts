import type { IntentState, Ledger } from '@/lib/ledger/schema'

/** What was never signed for is kept for the owner to look at: so many of each kind, the newest. */
const KEPT = 300
/** Rows that go in one transaction. */
const AT_ONCE = 500
/** States of a purchase for which nothing was signed and nothing will be. */
const NEVER_SIGNED: readonly IntentState[] = ['refused', 'declined', 'gone']

/**
 * Lets go of old purchases for which nothing was signed, and of their quotes: pages that ask for nothing
 * but trouble must not fill the disk. What was signed is never touched.
 */
export async function pruneUnsigned(ledger: Ledger): Promise<void> {
  const { intents, quotes, approvals, authorizations } = ledger
  await ledger.transaction('rw', intents, quotes, approvals, authorizations, async () => {
    for (const state of NEVER_SIGNED) {
      const old = await intents
        .where('[state+createdAt]')
        .between([state, 0], [state, Number.MAX_SAFE_INTEGER])
        .reverse()
        .offset(KEPT)
        .limit(AT_ONCE)
        .toArray()
      const ids = old.map((intent) => intent.id)
      const signed = new Set(
        (await authorizations.where('intentId').anyOf(ids).toArray()).map((a) => a.intentId),
      )
      const dead = old.filter((intent) => !signed.has(intent.id))
      await intents.bulkDelete(dead.map((intent) => intent.id))
      await quotes.bulkDelete(dead.map((intent) => intent.quoteId))
      await approvals
        .where('intentId')
        .anyOf(dead.map((intent) => intent.id))
        .delete()
    }
  })
}
