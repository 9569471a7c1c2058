import { browser } from 'wxt/browser'
import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import { openRequests } from '@/lib/ledger/read/requests'
import { writeSettings } from '@/lib/ledger/write/documents'
import { chainsOf } from '@/lib/payments/allowances'
import { refreshBadge, rememberShown } from '@/lib/payments/ask'
import { askAllowance } from '@/lib/payments/ask-allowance'
import { markAutomaticSeen, unseenAutomatic } from '@/lib/payments/automatic'
import { holdingsOf } from '@/lib/payments/balances'
import { testNode } from '@/lib/payments/chains'
import { approve, decline } from '@/lib/payments/consent'
import { passwordError } from '@/lib/payments/facts'
import { changeMandate, grantMandate, spendingAccount } from '@/lib/payments/mandates'
import { askChain, cancelOwn, sendOwn } from '@/lib/payments/outstanding'
import { refreshApproval } from '@/lib/payments/refresh'
import type { Wallet } from '@/lib/payments/wallet'
import { letGoOn, recover, restored, watchNow } from '@/lib/payments/watch-key'
import { disconnect } from '@/lib/provider/eip1193/connection'
import { requestView } from '@/lib/provider/request-view'
import { answerRequest } from '@/lib/provider/requests'
import type { LateName } from './late-calls'
import { done, fail, made, ok, type Reply } from './reply'
import { settingsView } from './settings-view'
import type { UiCalls, UiName, WalletStatus } from './ui-protocol'

type Procedures = {
  readonly [N in Exclude<UiName, LateName>]: (
    wallet: Wallet,
    value: UiCalls[N][0],
  ) => Promise<Reply<UiCalls[N][1]>>
}

/** Minutes of the auto-lock setting; never more than eight hours. */
const MAX_AUTO_LOCK = 480

/** Every call of the screens that the worker answers by itself; the others are `lateProcedures`. */
export const procedures: Procedures = {
  'wallet.status': async (wallet) => ok(await status(wallet)),
  'wallet.newWords': async (wallet) => ok({ words: await wallet.vault.newWords() }),
  'wallet.create': async (wallet, { words, privateKey, password }) => {
    const isOld = words !== undefined || privateKey !== undefined
    const created = await wallet.vault.create({
      password,
      ...(words === undefined ? {} : { words }),
      ...(privateKey === undefined ? {} : { privateKey }),
    })
    if (!created.ok) return fail({ code: created.error.code })
    const [first] = await wallet.vault.accounts()
    await writeSettings(wallet.ledger, {
      account: first?.address ?? null,
      backedUp: privateKey !== undefined,
    })
    if (isOld) await restored(wallet)
    return ok({ words: created.value.newWords })
  },
  'wallet.recover': async (wallet, value) => {
    if ((await status(wallet)).vault !== 'broken') return fail({ code: 'exists' })
    return done(await recover(wallet, value))
  },
  'wallet.unlock': async (wallet, { password }) => {
    const unlocked = await wallet.vault.unlock(password)
    if (unlocked.ok) void watchNow(wallet).then(async () => (await late()).keepCopy(wallet.ledger))
    return unlocked.ok ? ok(null) : fail(passwordError(unlocked.error))
  },
  'wallet.lock': async (wallet) => {
    await wallet.vault.lock()
    return ok(null)
  },
  'wallet.pause': async (wallet, { paused }) => {
    // Pausing always works; going on again is the owner's act, with the wallet unlocked.
    if (!paused && (await wallet.vault.status()) !== 'unlocked') return fail({ code: 'locked' })
    await writeSettings(wallet.ledger, { paused })
    await (await late()).showPaused(wallet.ledger)
    return ok(null)
  },
  'wallet.revealWords': async (wallet, { password }) => {
    const words = await wallet.vault.revealWords(password)
    if (words.ok) return ok({ words: words.value })
    return fail(words.error.code === 'no-words' ? { code: 'bad-value' } : passwordError(words.error))
  },
  'wallet.backedUp': async (wallet) => {
    await writeSettings(wallet.ledger, { backedUp: true })
    return ok(null)
  },
  'wallet.addAccount': async (wallet, { name }) => {
    const added = await wallet.vault.addAccount(name.slice(0, 40))
    return added.ok ? ok(null) : fail({ code: added.error.code === 'locked' ? 'locked' : 'bad-value' })
  },
  'wallet.selectAccount': async (wallet, { address }) => {
    const known = (await wallet.vault.accounts()).some((a) => a.address === address)
    if (!known) return fail({ code: 'bad-value' })
    await writeSettings(wallet.ledger, { account: address })
    return ok(null)
  },
  'wallet.setAutoLock': async (wallet, { minutes }) => {
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_AUTO_LOCK)
      return fail({ code: 'bad-value' })
    await writeSettings(wallet.ledger, { autoLockMinutes: minutes })
    await wallet.vault.touch()
    return ok(null)
  },
  'wallet.changePassword': async (wallet, { from, to }) => {
    const changed = await wallet.vault.changePassword(from, to)
    if (changed.ok) return ok(null)
    return fail(
      changed.error.code === 'weak-password' ? { code: 'weak-password' } : passwordError(changed.error),
    )
  },
  'wallet.holdings': async (wallet, of) => ok(await holdingsOf(wallet, of)),
  'approval.refresh': async (wallet, { paymentId }) => {
    await rememberShown(paymentId)
    return ok(await refreshApproval(wallet, paymentId))
  },
  'approval.approve': async (wallet, value) => done(await approve(wallet, value)),
  'approval.decline': async (wallet, value) => {
    await decline(wallet, value)
    return ok(null)
  },
  'approval.permit': async (wallet, value) =>
    done(await (await late()).planPermit(wallet.ledger, value, await chainsOf(wallet))),
  'approval.allowance': async (wallet, { paymentId }) => done(await askAllowance(wallet, paymentId)),
  'approval.open': async (wallet) => {
    await (await late()).openFirst(wallet.ledger)
    return ok(null)
  },
  'request.view': async (wallet, { id }) => {
    await rememberShown(id)
    return ok(await requestView(wallet, id))
  },
  'request.answer': async (wallet, value) => done(await answerRequest(wallet, value)),
  'connections.end': async (wallet, { origin }) => {
    await disconnect(wallet, origin)
    return ok(null)
  },
  'mandates.grant': async (wallet, { terms, password }) => made(await grantMandate(wallet, terms, password)),
  'mandates.set': async (wallet, value) => done(await changeMandate(wallet, value)),
  'wallet.spendingAccount': async (wallet) => made(await spendingAccount(wallet)),
  'automatic.unseen': async (wallet) => ok(await unseenAutomatic(wallet.ledger)),
  'automatic.seen': async (wallet) => {
    await markAutomaticSeen(wallet.ledger)
    await refreshBadge(wallet.ledger)
    return ok(null)
  },
  'outstanding.ask': async (wallet, of) => ok(await askChain(wallet, of)),
  'outstanding.send': async (wallet, of) => ok(await sendOwn(wallet, of)),
  'outstanding.cancel': async (wallet, of) =>
    (await wallet.vault.status()) === 'unlocked' ? ok(await cancelOwn(wallet, of)) : fail({ code: 'locked' }),
  'rpc.test': async (wallet, value) => ok(await testNode(wallet, value)),
  'automatic.goOn': async (wallet, value) => done(await letGoOn(wallet, value)),
  'settings.get': async (wallet) => ok(await settingsView(wallet)),
}

async function status(wallet: Wallet): Promise<WalletStatus> {
  const [vault, accounts, settings, payments, questions, granted] = await Promise.all([
    wallet.vault.status(),
    wallet.vault.accounts(),
    readSettings(wallet.ledger),
    wallet.ledger.intents.where('state').equals('asking').count(),
    openRequests(wallet.ledger),
    browser.permissions.contains({ origins: ['<all_urls>'] }),
  ])
  const isBroken = accounts.length === 0 && (vault !== 'none' || settings.account !== null)
  return {
    vault: isBroken ? 'broken' : vault,
    paused: settings.paused,
    backedUp: settings.backedUp,
    account: settings.account ?? accounts[0]?.address ?? null,
    accounts: accounts.map(({ address, name, solana = null }) => ({ address, name, solana })),
    waiting: payments + questions.length,
    needsAccess: !granted,
  }
}
