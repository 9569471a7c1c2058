import { x402Facilitator } from '@x402/core/facilitator'
import type { Network } from '@x402/core/types'
import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import express from 'express'
import { type Abi, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TestAccount } from './accounts'
import { type ChainClients, network, networkV1 } from './chain'
import { listen, type Running } from './server'

/**
 * Starts the published facilitator over the local chain: exact (EIP-3009 and Permit2) and upto for version
 * 2, exact for version 1, at /verify, /settle and /supported.
 *
 * @param account signs the settlements and pays their gas
 */
export async function startFacilitator(clients: ChainClients, account: TestAccount): Promise<Running> {
  const signer = facilitatorSigner(clients, account)
  const facilitator = new x402Facilitator()
    .register(network, new ExactEvmScheme(signer))
    .register(network, new UptoEvmScheme(signer))
    // Version 1 has short names, which the version 2 type of a network does not know.
    .registerV1(networkV1 as Network, new ExactEvmSchemeV1(signer))

  const app = express()
  app.use(express.json({ limit: '1mb' }))
  app.get('/supported', (_req, res) => {
    res.json(facilitator.getSupported())
  })
  app.post('/verify', async (req, res) => {
    const { paymentPayload, paymentRequirements } = req.body
    res.json(await facilitator.verify(paymentPayload, paymentRequirements))
  })
  app.post('/settle', async (req, res) => {
    const { paymentPayload, paymentRequirements } = req.body
    res.json(await facilitator.settle(paymentPayload, paymentRequirements))
  })
  return listen(app)
}

function facilitatorSigner(clients: ChainClients, { privateKey }: TestAccount): FacilitatorEvmSigner {
  const { read, write, chain } = clients
  const account = privateKeyToAccount(privateKey)
  const oneAtATime = queue()
  return toFacilitatorEvmSigner({
    address: account.address,
    readContract: ({ abi, ...call }) => read.readContract({ ...call, abi: abi as Abi, account }),
    verifyTypedData: (call) => read.verifyTypedData(call as Parameters<typeof read.verifyTypedData>[0]),
    // Two settlements at once would read the same account nonce, and one of them would be refused.
    writeContract: ({ abi, ...call }) =>
      oneAtATime(() => write.writeContract({ ...call, abi: abi as Abi, account, chain })),
    sendTransaction: (call) => oneAtATime(() => write.sendTransaction({ ...call, account, chain })),
    waitForTransactionReceipt: (call) => read.waitForTransactionReceipt(call),
    getCode: ({ address }) => read.getCode({ address: getAddress(address) }),
  })
}

function queue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task, task)
    last = result.catch(() => undefined)
    return result
  }
}
