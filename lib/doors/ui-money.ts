import type { DecisionCode } from '@/lib/core/admission/types'

/** What one account holds of one asset of a network. */
export type HeldView = {
  /** address on EVM, which names the account on every network */
  readonly account: string
  readonly asset: string
  /** atomic text; null: unknown, which is never shown as zero */
  readonly amount: string | null
}

/** Money that the owner wants to send. */
export type SendTerms = {
  /** address on EVM of the account that sends */
  readonly account: string
  /** CAIP-2, eip155 */
  readonly network: string
  /** a default asset of it, or the chain's own coin (ERC-7528) */
  readonly asset: string
  readonly to: string
  /** atomic text; `max`: all there is, of the chain's own coin less its fee */
  readonly amount: string
}

/** What sending would come to, or why it cannot be. Amounts are atomic text. */
export type SendPlan =
  | {
      /** in its checksummed form (EIP-55) */
      readonly to: string
      readonly amount: string
      /** the most that the chain takes for it, in its own coin */
      readonly fee: string
      /** whether it goes to an account of this wallet: then it counts in no limit */
      readonly isOwn: boolean
      /** nothing was ever paid to this address from here */
      readonly isFirst: boolean
      /** an address that was paid, or an account of the wallet, that begins and ends like this one; null without any */
      readonly like: string | null
      /** less what is held for payments under way */
      readonly balance: string
    }
  | NoSend

/**
 * Why nothing can be sent.
 *
 * - address: no address; name: a name in place of one, which nobody is asked about; solana: an address of Solana; checksum: a letter of it is wrong (EIP-55); nobody: nobody has its key
 * - token: the contract of the asset itself; self: the account that sends; blocked: on the owner's list, or not
 *   on the only one
 * - amount: no amount, or nothing; no-funds: more than there is; held: more than is left beside payments under way
 * - no-coin: the fee cannot be paid
 * - no-node: no node answers; would-fail: the node says that the chain would undo it
 * - refused: admission refuses it, with its code
 */
export type NoSend =
  | {
      readonly cannot:
        | 'address'
        | 'name'
        | 'solana'
        | 'checksum'
        | 'nobody'
        | 'token'
        | 'self'
        | 'blocked'
        | 'amount'
        | 'no-funds'
        | 'held'
        | 'no-coin'
        | 'no-node'
        | 'would-fail'
    }
  | { readonly cannot: 'refused'; readonly code: DecisionCode }

/** What the wallet answers to the wish to send: the plan, or once it was asked for the payment that waits for approval. */
export type SendAnswer = SendPlan | { readonly paymentId: string }
