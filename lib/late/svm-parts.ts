import { readTokens, solanaState } from '@/lib/chain/svm/node'
import { withSolana } from '@/lib/payments/svm/account'
import { agreeOnSolana } from '@/lib/payments/svm/judge'
import { blockhashesFor, fixedBySvm, signReservedSvm } from '@/lib/payments/svm/pay'

/** All of Solana that the background needs, in a script of its own; it keeps no state, like the late part. */
export const svmParts = {
  agreeOnSolana,
  blockhashesFor,
  fixedBySvm,
  readTokens,
  signReservedSvm,
  solanaState,
  withSolana,
}

export type SvmParts = typeof svmParts
