import type { Decision } from '@/lib/core/admission/types'
import type { AssetReport, TriedQuote } from './ui-developer'
import type { MandateTerms } from './ui-mandates'
import type { HeldView, SendAnswer, SendTerms } from './ui-money'
import type { BudgetTerms } from './ui-protocol'
import type { HistoryImport, SettingsChange, TotalsReport } from './ui-settings'

/**
 * The calls of the screens that the worker answers by its late part: name -> [parameter, result], as in
 * `UiCalls`. Each begins with the owner's own act on a screen, so none of them waits in a payment.
 */
export type LateCalls = {
  /** signs in instead of paying, with the very text that was on screen; the password where the view says so */
  'approval.signIn': [{ paymentId: string; message: string; password?: string }, null]
  /** what every account holds in the default assets of one network, read now */
  balances: [{ network: string }, readonly HeldView[]]
  /** adding a limit or lowering one needs no password; raising one, or changing anything else of it, does */
  'budgets.set': [{ budget: BudgetTerms; password?: string }, { id: string }]
  /** removing a limit asks for the password; the two of a day cannot be removed */
  'budgets.remove': [{ id: string; password?: string }, null]
  /** reads the file that the screen put into the extension's own files, and takes nothing in */
  'ledger.check': [undefined, HistoryImport]
  /** takes that file in; needs the unlocked wallet */
  'ledger.import': [undefined, HistoryImport]
  /** counts all totals again from what was signed */
  'ledger.recount': [undefined, TotalsReport]
  /** adds the account of a private key, or the first of other words; needs the unlocked wallet */
  'accounts.import': [{ name: string; words?: string; privateKey?: string }, null]
  'accounts.rename': [{ address: string; name: string }, null]
  /** with the password; never the account in use. `held` while something live is signed by it */
  'accounts.remove': [{ address: string; password?: string }, null]
  /** what the chain says of a token's contract */
  'assets.check': [{ network: string; asset: string }, AssetReport]
  /** what admission would say of a quote now; nothing is stored, asked or signed */
  'developer.decide': [TriedQuote, { decision: Decision }]
  /** everything is gone: vault, copy, ledger, settings; with the password where software drives the browser */
  'wallet.erase': [{ password?: string }, null]
  /** takes in a file of settings as a whole, always with the password */
  'settings.import': [{ text: string; password?: string }, null]
  /** the part of new terms that the owner's own limits do not admit, by name; null where all is well */
  'mandates.check': [{ terms: MandateTerms }, { wrong: string | null }]
  /** an origin may ask for nothing any more: its connection ends, and what of it waits is declined */
  'sites.block': [{ origin: string }, null]
  /**
   * Forgets what is remembered of an origin: payees, prices, and hosts that it spoke for. Its connection ends
   * and its mandates are revoked first, because memory is what holds a mandate to the prices it knew.
   */
  'sites.forget': [{ origin: string }, null]
  /** plans a transfer of the owner's own, or (`ask`) has it wait in the approval window */
  'wallet.send': [SendTerms & { ask: boolean }, SendAnswer]
  /** raising a limit, or switching testnets on, asks for the password */
  'settings.set': [{ change: SettingsChange; password?: string }, null]
}

/** Names of the calls that the late part answers. */
export type LateName = keyof LateCalls
