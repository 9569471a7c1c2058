import { readSettings } from '@/lib/ledger/read/documents'
import { importAccount, removeAccount, renameAccount } from '@/lib/payments/accounts'
import { assetReport } from '@/lib/payments/asset-report'
import { readNetworkBalances } from '@/lib/payments/balances-now'
import { eraseAll } from '@/lib/payments/erase'
import { checkHistory, recountTotals, takeHistory } from '@/lib/payments/history'
import { removeBudget, setBudget } from '@/lib/payments/limits'
import { wrongOf } from '@/lib/payments/mandate-check'
import { sendMoney } from '@/lib/payments/send-money'
import { importSettings } from '@/lib/payments/settings-import'
import { signInInstead } from '@/lib/payments/sign-in'
import { blockSite, forgetSite } from '@/lib/payments/site-acts'
import { tryQuote } from '@/lib/payments/try-quote'
import type { Wallet } from '@/lib/payments/wallet'
import type { LateCalls, LateName } from './late-calls'
import type { Host } from './late-host'
import { done, fail, made, ok, type Reply } from './reply'
import { changeSettings } from './settings'

type LateProcedures = {
  readonly [N in LateName]: (
    wallet: Wallet,
    value: LateCalls[N][0],
    host: Host,
  ) => Promise<Reply<LateCalls[N][1]>>
}

/** The calls of the screens that are in the late part, by the rules of such a part: they keep no state. */
export const lateProcedures: LateProcedures = {
  'approval.signIn': async (wallet, value, host) => done(await signInInstead(wallet, value, host)),
  balances: async (wallet, { network }, host) => ok(await readNetworkBalances(wallet, network, host)),
  'accounts.import': async (wallet, from) => done(await importAccount(wallet, from)),
  'accounts.rename': async (wallet, of) => done(await renameAccount(wallet, of)),
  'accounts.remove': async (wallet, of, host) => done(await removeAccount(wallet, of, host)),
  'assets.check': async (wallet, of, host) =>
    ok(await assetReport(host.chainsOf(await readSettings(wallet.ledger), of.network), of)),
  'developer.decide': async (wallet, tried, host) => made(await tryQuote(wallet, tried, host)),
  'wallet.erase': async (wallet, of, host) => done(await eraseAll(wallet, of, host)),
  'settings.import': async (wallet, of) => done(await importSettings(wallet, of)),
  'budgets.set': async (wallet, { budget, password }) => made(await setBudget(wallet, budget, password)),
  'budgets.remove': async (wallet, value) => done(await removeBudget(wallet, value)),
  'ledger.check': async (wallet) => ok(await checkHistory(wallet)),
  'ledger.import': async (wallet) =>
    (await wallet.vault.status()) === 'unlocked' ? ok(await takeHistory(wallet)) : fail({ code: 'locked' }),
  'ledger.recount': async (wallet) => ok(await recountTotals(wallet)),
  'mandates.check': async (wallet, { terms }, host) => ok({ wrong: await wrongOf(wallet, terms, host) }),
  'sites.block': async (wallet, of, host) => done(await blockSite(wallet, of, host)),
  'sites.forget': async (wallet, of, host) => done(await forgetSite(wallet, of, host)),
  'wallet.send': async (wallet, terms, host) => ok(await sendMoney(wallet, terms, host)),
  'settings.set': async (wallet, { change, password }) =>
    done(await changeSettings(wallet, change, password)),
}
