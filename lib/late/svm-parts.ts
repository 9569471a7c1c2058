import { readTokens, solanaState } from '@/lib/chain/svm/node'
import { withSolana } from '@/lib/payments/svm/account'
import { judgeOnSolana } from '@/lib/payments/svm/judge'
import { blockhashesFor, fixedBySvm, signReservedSvm } from '@/lib/payments/svm/pay'
import { solanaHead } from '@/lib/payments/svm/state'
import { readSolana } from '@/lib/payments/watch-key/solana'

/** All of Solana that the background needs, in a script of its own; it keeps no state, like the late part. */
export const svmParts = {
  blockhashesFor,
  fixedBySvm,
  judgeOnSolana,
  readSolana,
  readTokens,
  signReservedSvm,
  solanaHead,
  solanaState,
  withSolana,
}

export type SvmParts = typeof svmParts
