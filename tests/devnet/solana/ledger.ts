import {
  address,
  getBase58Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  lamports,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { decodeBase58 } from '@/lib/schemes/svm/base58'
import { tokenAccountOf } from '@/lib/schemes/svm/derived'
import { decodeTransaction } from '@/lib/schemes/svm/message'
import { MEMO_PROGRAM, programOf, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/schemes/svm/programs'

/** A transaction that landed. */
export interface Landed {
  signature: string
  bytes: Uint8Array
  slot: number
  failed: boolean
  accounts: readonly string[]
  memo: string | null
  /** Unix seconds */
  at: number
  /** what its token accounts held before and after it, as a node tells it */
  before: readonly TokenBalance[]
  after: readonly TokenBalance[]
}

/** What a token account holds, as in `preTokenBalances` of a node. */
export interface TokenBalance {
  accountIndex: number
  mint: string
  owner: string
  uiTokenAmount: { amount: string; decimals: number }
}

/** How many slots of this chain have no block: heights and slots are two numbers, as on the real one. */
const EMPTY_SLOTS = 1_000
/** Blocks for which a blockhash lives. */
const LIFE = 150

const TOKEN_PROGRAMS = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]

const bytesOf = (text: string) => decodeBase58(text, 32) ?? new Uint8Array(32)

/** One Solana network in this process, over litesvm: what landed in it, and what it holds. */
export class SolanaLedger {
  readonly #svm = new LiteSVM().withBlockhashCheck(true).withTransactionHistory(0n)
  readonly landed: Landed[] = []
  #slot = 5_000
  /** the height at which the present blockhash was made */
  #since = this.height

  get slot(): number {
    return this.#slot
  }

  get height(): number {
    return this.#slot - EMPTY_SLOTS
  }

  /** The newest blockhash; what names it lands until it is replaced. */
  get blockhash(): { blockhash: string; lastValidBlockHeight: number } {
    return { blockhash: this.#svm.latestBlockhash(), lastValidBlockHeight: this.#since + LIFE }
  }

  /** Lets so many blocks pass; past its life, the blockhash is another one. */
  pass(blocks: number): void {
    this.#slot += blocks
    if (this.height <= this.#since + LIFE) return
    this.#since = this.height
    this.#svm.expireBlockhash()
  }

  /** Gives an owner so much of a mint, and makes the mint where it is not there. @param amount atomic */
  fund(owner: string, mint: string, amount: bigint, decimals = 6): void {
    const program = programOf(mint)
    const made = new Uint8Array(82)
    made.set([1, 0, 0, 0], 0)
    made.set([decimals, 1], 44)
    this.#put(mint, made, program)
    const held = new Uint8Array(165)
    held.set(bytesOf(mint), 0)
    held.set(bytesOf(owner), 32)
    new DataView(held.buffer).setBigUint64(64, amount, true)
    held[108] = 1
    this.#put(tokenAccountOf(owner, mint, program), held, program)
  }

  /** Gives an account lamports. */
  airdrop(to: string, amount: bigint): void {
    this.#svm.airdrop(address(to) as never, lamports(amount) as never)
  }

  /** What an owner holds of a mint, atomic; 0 without an account for it. */
  balanceOf(owner: string, mint: string): bigint {
    const account = this.account(tokenAccountOf(owner, mint, programOf(mint)))
    return account === null ? 0n : new DataView(Uint8Array.from(account.data).buffer).getBigUint64(64, true)
  }

  account(of: string): { data: Uint8Array; owner: string; lamports: bigint; executable: boolean } | null {
    const account = this.#svm.getAccount(address(of) as never)
    if (!account.exists) return null
    const { data, programAddress, executable } = account
    return { data: Uint8Array.from(data), owner: programAddress, lamports: account.lamports, executable }
  }

  /** @returns the reason of a failure, or null */
  simulate(bytes: Uint8Array): { err: string | null; logs: readonly string[] } {
    // A node checks no signature there unless it is asked to; nothing may be missing all the same.
    this.#svm.withSigverify(false)
    const result = this.#svm.simulateTransaction(parsed(bytes, new Uint8Array(64).fill(1)))
    this.#svm.withSigverify(true)
    const isFailed = result instanceof FailedTransactionMetadata
    return { err: isFailed ? String(result.err()) : null, logs: result.meta().logs() }
  }

  /** Takes a transaction into the next block. @throws Error for one that no block takes */
  send(bytes: Uint8Array): string {
    const read = decodeTransaction(bytes)
    const signature = getBase58Decoder().decode(read?.signatures[0] ?? new Uint8Array())
    if (this.landed.some((one) => one.signature === signature)) return signature
    const message = read?.message
    const accounts = message?.instructions.flatMap((call) => call.accounts.map((use) => use.address)) ?? []
    const before = this.#tokensIn(accounts)
    const result = this.#svm.sendTransaction(parsed(bytes))
    if (result instanceof FailedTransactionMetadata) throw new Error(String(result.err()))
    this.#slot++
    const memo = message?.instructions.find((call) => call.program === MEMO_PROGRAM)
    const text = memo === undefined ? null : new TextDecoder().decode(memo.data)
    this.landed.push({
      signature,
      bytes,
      slot: this.#slot,
      failed: false,
      accounts,
      memo: text === null ? null : `[${text.length}] ${text}`,
      at: Math.floor(Date.now() / 1_000),
      before,
      after: this.#tokensIn(accounts),
    })
    return signature
  }

  /** What those of some accounts hold that are token accounts. */
  #tokensIn(accounts: readonly string[]): readonly TokenBalance[] {
    return [...new Set(accounts)].flatMap((of, accountIndex) => {
      const account = this.account(of)
      const isToken = account !== null && TOKEN_PROGRAMS.includes(account.owner) && account.data.length >= 165
      if (!isToken) return []
      const data = Uint8Array.from(account.data)
      const text = (from: number) => getBase58Decoder().decode(data.slice(from, from + 32))
      const amount = new DataView(data.buffer).getBigUint64(64, true).toString()
      return [{ accountIndex, mint: text(0), owner: text(32), uiTokenAmount: { amount, decimals: 6 } }]
    })
  }

  #put(at: string, data: Uint8Array, program: string): void {
    this.#svm.setAccount({
      address: address(at),
      data,
      executable: false,
      lamports: lamports(10_000_000n),
      programAddress: address(program),
      space: BigInt(data.length),
    } as never)
  }
}

/** litesvm has a library of its own major version; what a transaction is has not changed. */
function parsed(bytes: Uint8Array, missing: Uint8Array | null = null): never {
  const read = getTransactionDecoder().decode(bytes)
  const signatures = Object.entries(read.signatures).map(([by, signature]) => [by, signature ?? missing])
  const transaction: Transaction = { ...read, signatures: Object.fromEntries(signatures) }
  return transaction as never
}

/** The bytes of standard base64. */
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(getBase64Encoder().encode(text))
