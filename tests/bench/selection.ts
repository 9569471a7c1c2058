import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { decide } from '@/lib/core/admission/decide'
import type { AdmissionInput } from '@/lib/core/admission/types'

/** How often in a second each side judges one and the same quote. */
export interface SelectionSpeed {
  decide: number
  published: number
}

/**
 * Measures `decide` on the first of the admission vectors, and the published client's choice of an offer
 * with its spend controls on the same quote. The client's signer is replaced by one that signs nothing.
 */
export async function measureSelection(milliseconds: number): Promise<SelectionSpeed> {
  const input = firstVector()
  if (decide(input).code !== 'READY_TO_SIGN') throw new Error('the first vector is not ready to sign')
  const client = publishedClient(input)
  const quote = input.quote as PaymentRequired
  const speeds = { decide: 0, published: 0 }
  // The first round warms both up.
  for (const time of [milliseconds / 4, milliseconds]) {
    speeds.decide = await perSecond(time, () => decide(input))
    speeds.published = await perSecond(time, () => client.createPaymentPayload(quote))
  }
  return speeds
}

function firstVector(): AdmissionInput {
  const file = resolve(import.meta.dirname, '../vectors/admission.json')
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: { input: AdmissionInput }[] }
  const [first] = cases
  if (!first) throw new Error('there are no admission vectors')
  return first.input
}

function publishedClient({ policy }: AdmissionInput): x402Client {
  const client = new x402Client()
  const allowedAssets = policy.assets.map(({ network, asset, maxAmount }) => ({
    network: network as `${string}:${string}`,
    asset,
    ...(maxAmount === undefined ? {} : { maxAmountPerPayment: maxAmount }),
  }))
  client.setSpendControls({ allowedAssets })
  for (const network of policy.networks) {
    client.register(network as `${string}:${string}`, {
      scheme: 'exact',
      createPaymentPayload: async (x402Version) => ({ x402Version, payload: {} }),
    })
  }
  return client
}

/** Both sides are awaited, so that the wait for a promise counts for both. */
async function perSecond(milliseconds: number, work: () => unknown): Promise<number> {
  const began = performance.now()
  let count = 0
  while (performance.now() - began < milliseconds) {
    for (let i = 0; i < 100; i++) await work()
    count += 100
  }
  return (count * 1000) / (performance.now() - began)
}
