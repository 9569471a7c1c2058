import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { decide } from '@/lib/core/admission/decide'
import type { AdmissionInput } from '@/lib/core/admission/types'
import { median } from './report'

const warmUp = 5_000
const rounds = 10

/** How often in a second each side judges one and the same quote. */
export interface SelectionSpeed {
  decide: number
  published: number
}

/**
 * Measures `decide` on the first of the admission vectors, and the published client's choice of an offer
 * with its spend controls on the same quote. The client's signer is replaced by one that signs nothing. The
 * two take turns, and the median of the turns counts.
 *
 * @param milliseconds how long each side runs in all
 */
export async function measureSelection(milliseconds: number): Promise<SelectionSpeed> {
  const input = firstVector()
  if (decide(input).code !== 'READY_TO_SIGN') throw new Error('the first vector is not ready to sign')
  const client = publishedClient(input)
  const quote = input.quote as PaymentRequired
  const judge = () => decide(input)
  const choose = () => client.createPaymentPayload(quote)
  for (let i = 0; i < warmUp; i++) await Promise.all([judge(), choose()])
  const speeds: SelectionSpeed[] = []
  for (let i = 0; i < rounds; i++) {
    speeds.push({
      decide: await perSecond(milliseconds / rounds, judge),
      published: await perSecond(milliseconds / rounds, choose),
    })
  }
  return { decide: median(speeds.map((s) => s.decide)), published: median(speeds.map((s) => s.published)) }
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
