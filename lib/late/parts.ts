import { nodeState } from '@/lib/chain/reading'
import { checkSignIn, readSignIn } from '@/lib/core/signin/message'
import { readPersonalSign } from '@/lib/core/signin/personal'
import { lateProcedures } from '@/lib/doors/late-procedures'
import { finishImport } from '@/lib/ledger/write/import'
import { forgetBudget, recountBudget } from '@/lib/ledger/write/recount'
import { markKnown } from '@/lib/ledger/write/strangers'
import { planCancel } from '@/lib/payments/cancel'
import { checkMandate } from '@/lib/payments/mandate-rules'
import { openFirst, openNotice } from '@/lib/payments/notices/open'
import { beginNews, tellNews } from '@/lib/payments/notices/tell'
import { actionOf, fixedByTransaction, signPageTransaction } from '@/lib/payments/page-transaction'
import { planApproval, planPermit, readAllowancesFor } from '@/lib/payments/permit2-allowance'
import { permit2Making, sponsoring } from '@/lib/payments/permit2-making'
import { reconcileDue, reconcileOne } from '@/lib/payments/reconcile/reconcile'
import { sendAgain } from '@/lib/payments/resend/owner'
import { retake, retakeNamed } from '@/lib/payments/resend/retake'
import { recordResponse } from '@/lib/payments/response'
import { mayReturn, signInAnswered } from '@/lib/payments/sign-in'
import { showPaused } from '@/lib/payments/toolbar'
import { fixedBy, signPageData } from '@/lib/payments/typed-data'
import { beginRebuild, endRebuild } from '@/lib/payments/watch-key/rebuild'
import { watchKeys } from '@/lib/payments/watch-key/watch'
import { attestationsOf } from '@/lib/receipt/attest'
import { moneyOf } from '@/lib/schemes/evm/money'
import { signMovement, signTypedData } from '@/lib/schemes/evm/sign-page'
import { signPermit2 } from '@/lib/schemes/evm/sign-permit2'
import { readTransaction, transactionOf } from '@/lib/schemes/evm/transaction'
import { readTypedData } from '@/lib/schemes/evm/typed-data'
import { keepCopy, mendVault } from '@/lib/vault/copy'

/**
 * What the background needs now and then, in a script of its own. Everything here works on what it is given
 * and keeps nothing: a module's own state would be there twice.
 */
export const parts = {
  actionOf,
  attestationsOf,
  beginNews,
  beginRebuild,
  checkMandate,
  checkSignIn,
  endRebuild,
  finishImport,
  fixedBy,
  fixedByTransaction,
  forgetBudget,
  keepCopy,
  lateProcedures,
  markKnown,
  mendVault,
  mayReturn,
  moneyOf,
  nodeState,
  openFirst,
  openNotice,
  permit2Making,
  planCancel,
  planApproval,
  planPermit,
  readAllowancesFor,
  readPersonalSign,
  readSignIn,
  readTransaction,
  readTypedData,
  recordResponse,
  reconcileDue,
  reconcileOne,
  recountBudget,
  retake,
  retakeNamed,
  sendAgain,
  showPaused,
  signInAnswered,
  signMovement,
  signPageData,
  signPageTransaction,
  signPermit2,
  signTypedData,
  sponsoring,
  tellNews,
  transactionOf,
  watchKeys,
}

export type Parts = typeof parts
