import { isLive } from '@/lib/core/lifecycle/transition'
import type { ApprovalView } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { World } from './world'

/** Answers after which the screens may say that the server calls a payment settled. */
const SAID_SETTLED: readonly (string | null)[] = ['settled', 'paid-service-failed']

/** Adds to the model's faults each thing that the wallet's screens say now and that is not so. */
export async function tellsTruth(world: World): Promise<void> {
  const { model, engine, wallet } = world
  await world.quietly(async () => {
    const rows = await wallet.ledger.authorizations.toArray()
    for (const { id, decision, envelopeDigest } of await wallet.ledger.intents.toArray()) {
      const now = { decision, envelopeDigest, needsPassword: false }
      const view = await engine.approvalView(wallet.ledger, id, now, async () => [])
      const row = rows.find((r) => r.intentId === id)
      const lie = view === null ? 'there is nothing to be seen of it' : untrue(world, view, row)
      if (lie !== null) model.fault(`the screen lies about ${id}: ${lie}`)
    }
  })
}

function untrue(
  world: World,
  { state, outcome }: ApprovalView,
  row: AuthorizationRow | undefined,
): string | null {
  if (state === 'asking' || state === 'declined' || state === 'gone')
    return row === undefined ? null : `${state}, and it is ${row.state}`
  if (row === undefined)
    return state === 'paying' || state === 'refused' ? null : `${state}, and nothing is held`
  const moved = world.chain.fateOf(row.nonce) === 'used'
  const isOver = world.trueSeconds > row.validBefore || world.chain.fateOf(row.nonce) === 'cancelled'
  if (outcome?.proved === true && state === 'settled' && !moved) return 'proved, and nothing moved'
  if (state === 'settled' && outcome?.proved === false && !SAID_SETTLED.includes(row.outcome))
    return 'settled, which nobody said'
  if ((state === 'unused') !== (row.state === 'released')) return `${state}, and it is ${row.state}`
  if (state === 'failed' && row.state !== 'failed') return `refused by the site, and it is ${row.state}`
  if (row.state === 'released' && (moved || !isOver)) return 'free again, and it is not'
  if (state === 'paying' && !isLive(row.state)) return `paying, and it is ${row.state}`
  return null
}

/** Atomic units that the receipts call proved, all payments together. */
export async function provedByReceipts(world: World): Promise<bigint> {
  const receipts = await world.quietly(() => world.wallet.ledger.receipts.orderBy('seq').toArray())
  const last = new Map<string, { readonly event: string; readonly amount: string }>()
  for (const { authorizationId, body } of receipts) {
    const said = JSON.parse(body) as { event: string; amount: string }
    if (said.event !== 'answered') last.set(authorizationId, said)
  }
  return [...last.values()].reduce(
    (sum, { event, amount }) => sum + (event === 'proved' ? BigInt(amount) : 0n),
    0n,
  )
}
