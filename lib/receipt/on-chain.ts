import { readAuthorizationState, readReceipt } from '@/lib/chain/authorization'
import { type Chain, readBlock, readUint256 } from '@/lib/chain/chain'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import type { Address, Hex } from '@/lib/core/hex'
import { readProof } from '@/lib/schemes/evm/proof'
import type { Facts } from './facts'
import { type Check, check, open } from './line'

/** Forms of payment whose proof is checked here. */
const KNOWN: readonly string[] = ['eip3009', 'permit2', 'transaction']

/** The one shape of a transaction's name on EVM. */
const HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * Checks on a chain what the last receipt says became of the payment: that its transaction exists, succeeded
 * and moved this amount by this nonce, or that the nonce was never used and cannot be any more.
 */
export async function checkOnChain(chain: Chain, facts: Facts): Promise<readonly Check[]> {
  const { network, transferMethod, scheme, state, proved } = facts
  const method = transferMethod ?? (scheme === 'exact' ? 'eip3009' : scheme)
  if (!network.startsWith('eip155:') || !KNOWN.includes(method))
    return [open('on chain', `what ${method} on ${network} moved is not checked here`)]
  if (state === 'released' && method !== 'transaction')
    return method === 'permit2' ? checkFree(chain, facts) : checkUnused(chain, facts)
  const named = proved ? facts.transaction : facts.claimedTransaction
  if (named === null) return [open('on chain', 'the receipt names no transaction')]
  return checkMoved(chain, facts, named, method)
}

async function checkMoved(
  chain: Chain,
  facts: Facts,
  named: string,
  method: string,
): Promise<readonly Check[]> {
  const what = `on chain: transaction ${named.slice(0, 80)}`
  if (!HASH.test(named)) return [check(what, false, 'is no transaction of this network')]
  const receipt = await readReceipt(chain, named as Hex)
  if (!receipt.ok) return [check(what, false, `cannot be asked for: ${receipt.error.kind}`)]
  if (receipt.value === null) return [check(what, false, 'is not there')]
  const { status, blockNumber, logs } = receipt.value
  const exists = check(what, true, '', `in block ${blockNumber}`)
  const succeeded = check(
    `${what}: succeeded`,
    (status === 'success') === (facts.state !== 'released'),
    `it is ${status}`,
  )
  if (method === 'transaction') return [exists, succeeded]
  const proof = readProof(logs, {
    asset: facts.asset as Hex,
    from: facts.from as Hex,
    nonce: facts.nonce as Hex,
    payTo: facts.payTo as Hex,
    // Of `upto` less may move than was signed: what the receipt says moved.
    value: BigInt(facts.moved ?? facts.amount),
  })
  const isUsed = method === 'permit2' ? await bitOf(chain, facts) : proof.used
  return [
    exists,
    succeeded,
    check('on chain: by this nonce', isUsed === true, 'it used another nonce, or none'),
    check(
      'on chain: no more than was signed',
      BigInt(facts.moved ?? 0) <= BigInt(facts.amount),
      'more moved',
    ),
    check('on chain: this amount, from the payer to the payee', proof.transferred, 'it moved something else'),
    ...(facts.provedBlock === null
      ? []
      : [
          check(
            'on chain: block',
            BigInt(facts.provedBlock) === blockNumber,
            `is ${blockNumber}, the receipt says ${facts.provedBlock}`,
          ),
        ]),
  ]
}

/** Whether a nonce of Permit2 is spent (`nonceBitmap(address,uint256)`); null where the node does not say. */
async function bitOf(chain: Chain, { from, nonce }: Facts): Promise<boolean | null> {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const data: Hex = `0x4fe02b44${word(BigInt(from))}${word(BigInt(nonce) >> 8n)}`
  const bitmap = readUint256(await chain.ethCall(PERMIT2, data))
  return bitmap.ok ? ((bitmap.value >> (BigInt(nonce) & 0xffn)) & 1n) === 1n : null
}

/** Permit2 tells of no use by an event: a nonce that is spent without a payment was made void. */
async function checkFree(chain: Chain, facts: Facts): Promise<readonly Check[]> {
  const block = await readBlock(chain)
  const isSpent = await bitOf(chain, facts)
  if (!block.ok || isSpent === null) return [check('on chain: nonce', false, 'cannot be asked for')]
  if (isSpent) return [open('on chain: nonce', 'is spent or void; which of them Permit2 does not tell')]
  return [
    check(
      'on chain: never used, and over',
      block.value.timestamp > facts.validBefore,
      'it can still be used',
    ),
  ]
}

/** A nonce that is used up without a payment was cancelled; one that is not must be past its end. */
async function checkUnused(chain: Chain, facts: Facts): Promise<readonly Check[]> {
  const { asset, from, nonce, transaction, validBefore } = facts
  const key = { asset: asset as Address, from: from as Address, nonce: nonce as Hex }
  const block = await readBlock(chain)
  const used = block.ok ? await readAuthorizationState(chain, key, block.value.number) : block
  if (!block.ok || !used.ok) return [check('on chain: nonce', false, 'cannot be asked for')]
  if (!used.value)
    return [
      check('on chain: never used, and over', block.value.timestamp > validBefore, 'it can still be used'),
    ]
  const receipt = HASH.test(transaction ?? '') ? await readReceipt(chain, transaction as Hex) : null
  const logs = receipt?.ok ? (receipt.value?.logs ?? []) : []
  const sought = { ...key, payTo: facts.payTo as Hex, value: BigInt(facts.amount) }
  return [check('on chain: cancelled', readProof(logs, sought).cancelled, 'the nonce was used')]
}
