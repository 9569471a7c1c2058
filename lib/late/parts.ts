import { checkSignIn, readSignIn } from '@/lib/core/signin/message'
import { readPersonalSign } from '@/lib/core/signin/personal'
import { checkImport, finishImport, importLedger } from '@/lib/ledger/write/import'
import { forgetBudget, recountBudget, repairTables, repairTotals } from '@/lib/ledger/write/recount'
import { fixedBy, signPageData } from '@/lib/payments/typed-data'
import { moneyOf } from '@/lib/schemes/evm/money'
import { signMovement, signTypedData } from '@/lib/schemes/evm/sign-page'
import { readTypedData } from '@/lib/schemes/evm/typed-data'

/**
 * What the background needs now and then, in a script of its own. Everything here works on what it is given
 * and keeps nothing: a module's own state would be there twice.
 */
export const parts = {
  checkImport,
  checkSignIn,
  finishImport,
  fixedBy,
  forgetBudget,
  importLedger,
  moneyOf,
  readPersonalSign,
  readSignIn,
  readTypedData,
  recountBudget,
  repairTables,
  repairTotals,
  signMovement,
  signPageData,
  signTypedData,
}

export type Parts = typeof parts
