import { readAuthorizationState, readReceipt } from '@/lib/chain/authorization'
import { type Chain, readBlock } from '@/lib/chain/chain'
import type { Address, Hex } from '@/lib/core/hex'
import { readProof } from '@/lib/schemes/evm/proof'
import type { Facts } from './facts'
import { type Check, check, open } from './line'

/** The one shape of a transaction's name on EVM. */
const HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * Checks on a chain what the last receipt says became of the payment: that its transaction exists, succeeded
 * and moved this amount by this nonce, or that the nonce was never used and cannot be any more.
 */
export async function checkOnChain(chain: Chain, facts: Facts): Promise<readonly Check[]> {
  const { network, transferMethod, scheme, state, proved } = facts
  const method = transferMethod ?? (scheme === 'exact' ? 'eip3009' : scheme)
  if (!network.startsWith('eip155:') || (method !== 'eip3009' && method !== 'transaction'))
    return [open('on chain', `what ${method} on ${network} moved is not checked here`)]
  if (state === 'released' && method === 'eip3009') return checkUnused(chain, facts)
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
    value: BigInt(facts.amount),
  })
  return [
    exists,
    succeeded,
    check('on chain: by this nonce', proof.used, 'it used another nonce, or none'),
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
