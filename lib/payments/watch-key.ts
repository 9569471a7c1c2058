import type { UiError } from '@/lib/doors/ui-protocol'
import { late, svm } from '@/lib/late/load'
import { readRebuild } from '@/lib/ledger/read/automatic-hold'
import { readSettings } from '@/lib/ledger/read/documents'
import { writeSettings } from '@/lib/ledger/write/documents'
import { nodesOf, solanaNodesOf } from './chains'
import { mayGrant } from './mandates'
import type { Wallet } from './wallet'

let running: Promise<void> | null = null

/** Looks at the chain for what the keys spent elsewhere, one look at a time; never rejects. */
export function watchNow(wallet: Wallet): Promise<void> {
  running ??= look(wallet)
    .catch(() => undefined)
    .finally(() => {
      running = null
    })
  return running
}

/** A restored wallet reads on while that gets anywhere; any other is looked at once. */
async function look(wallet: Wallet): Promise<void> {
  const { watchKeys } = await late()
  const { ledger } = wallet
  for (let before = ''; ; ) {
    await watchKeys({
      ledger,
      accounts: (await wallet.vault.accounts()).flatMap((a) => [a.address, a.solana ?? []].flat()),
      solana: {
        load: svm,
        nodesOf: async (network) => solanaNodesOf(await readSettings(ledger), network),
      },
      nodesOf: (network) => nodesOf(ledger, network),
      balances: [...wallet.balances.values()],
      now: Date.now,
    })
    if ((await readRebuild(ledger))?.done !== false) return
    const now = JSON.stringify((await ledger.watches.toArray()).map((w) => w.nextBlock))
    if (now === before) return
    before = now
  }
}

/** The wallet was made of words or a key that may have paid before: its past is read from the chain. */
export async function restored(wallet: Wallet): Promise<void> {
  const accounts = await wallet.vault.accounts()
  const isOnSolana = accounts.some((a) => a.solana !== undefined)
  await (await late()).beginRebuild(wallet.ledger, Date.now(), isOnSolana)
  void watchNow(wallet)
}

/** Makes a broken vault again of its words or key. The ledger stays; its mandates wait for a person. */
export async function recover(
  wallet: Wallet,
  from: { readonly password: string; readonly words?: string; readonly privateKey?: string },
): Promise<UiError | null> {
  // A vault of a later version is not broken, and cannot be read here.
  const tried = await wallet.vault.verifyPassword('')
  if (!tried.ok && tried.error.code === 'unsupported-version') return { code: 'exists' }
  const made = await wallet.vault.replace(from)
  if (!made.ok) return { code: made.error.code }
  const [first] = await wallet.vault.accounts()
  await writeSettings(wallet.ledger, { account: first?.address ?? null, backedUp: true })
  await restored(wallet)
  return null
}

/**
 * The owner's word that lets automatic payments go on: a stranger is known, or (null) what of a restored wallet's
 * past nobody could read counts as nothing.
 */
export async function letGoOn(
  wallet: Wallet,
  of: { readonly stranger: string | null; readonly password?: string | undefined },
): Promise<UiError | null> {
  const refused = await mayGrant(wallet, of.password)
  if (refused !== null) return refused
  const { endRebuild, markKnown } = await late()
  if (of.stranger === null) await endRebuild(wallet.ledger)
  else if (!(await markKnown(wallet.ledger, of.stranger))) return { code: 'gone' }
  return null
}
