import { sameAddress } from '../caip/address'
import type { Admitted } from './offer'
import type { PolicyFacts } from './types'

/** An admitted offer with its standing. */
type Candidate = { readonly admitted: Admitted; readonly code: string }

/**
 * Step 10: the owner's choice among the offers that policy admits; the server's order comes last.
 *
 * Each rule narrows down what the one before left: ready before held; those that move no money before
 * the answer; the cheapest; the owner's preferred networks; the first in the list.
 */
export function choose<C extends Candidate>(candidates: readonly C[], policy: PolicyFacts): C | null {
  const ready = preferWhere(candidates, (c) => c.code === 'READY_TO_SIGN')
  const late = preferWhere(ready, (c) => isAuthorization(c.admitted.offer.extra.paymentFlow))
  const cheap = cheapest(late)
  const place = ({ admitted }: C) => {
    const at = policy.preferredNetworks?.indexOf(admitted.offer.network) ?? -1
    return at < 0 ? Number.MAX_SAFE_INTEGER : at
  }
  const best = Math.min(...cheap.map(place))
  return cheap.find((c) => place(c) === best) ?? null
}

/** Those of which it is true, or all where it is true of none. */
function preferWhere<C>(candidates: readonly C[], preferred: (candidate: C) => boolean): readonly C[] {
  const some = candidates.filter(preferred)
  return some.length > 0 ? some : candidates
}

const isAuthorization = (flow: unknown): boolean =>
  flow === undefined || flow === null || flow === 'authorization'

/** Dollars compare with dollars; assets without a price come after them, and only within one asset. */
function cheapest<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  const priced = candidates.filter((c) => c.admitted.usd !== null)
  const among = priced.length > 0 ? priced : candidates
  return among.filter((c) => !among.some((other) => isCheaper(other.admitted, c.admitted)))
}

function isCheaper(a: Admitted, b: Admitted): boolean {
  if (a.usd !== null && b.usd !== null) return a.usd.usd < b.usd.usd
  const isOneAsset =
    a.offer.network === b.offer.network && sameAddress(a.offer.network, a.offer.asset, b.offer.asset)
  return isOneAsset && a.amount < b.amount
}
