/** The programs that a payment calls, by address. Nothing else is signed. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Token-2022, with the same TransferChecked. */
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Derives and makes the account in which an owner holds a token. */
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
/** Sets how much a transaction may compute, and at what price. */
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
/** Writes a text into the record of a transaction. */
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** The default assets that are of Token-2022; every other one is of the Token program (x402 svm, default assets). */
const OF_TOKEN_2022: ReadonlySet<string> = new Set([
  '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
  'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH',
  '4F6PM96JJxngmHnZLBh9n58RH4aTVNWvDs2nuwrT5BP7',
  'CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM',
])

/** The program of a default asset: pinned, so that no node and no seller chooses the code that moves the money. */
export const programOf = (mint: string): string =>
  OF_TOKEN_2022.has(mint) ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
