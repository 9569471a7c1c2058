import { x402Client } from '@x402/core/client'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import type { TestAccount } from '../devnet/accounts'
import { network } from '../devnet/chain'

/** When each step of one payment by the published client ended, in milliseconds. */
export interface ClientTimes {
  seen402: number
  sent: number
  answered: number
  delivered: number
}

/** Pays one URL with @x402/fetch in this process. @throws where the answer is not 200 */
export async function payPublished(url: string, payer: TestAccount): Promise<ClientTimes> {
  const began: number[] = []
  const ended: number[] = []
  const timed: typeof fetch = async (...args) => {
    began.push(performance.now())
    const response = await fetch(...args)
    ended.push(performance.now())
    return response
  }
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: privateKeyToAccount(payer.privateKey), networks: [network] })
  const response = await wrapFetchWithPayment(timed, client)(url)
  await response.text()
  const delivered = performance.now()
  const [, sent] = began
  const [seen402, answered] = ended
  if (response.status !== 200) throw new Error(`@x402/fetch got ${response.status} for ${url}`)
  if (seen402 === undefined || sent === undefined || answered === undefined)
    throw new Error('two requests were expected')
  return { seen402, sent, answered, delivered }
}
