import type { Step } from './steps'
import type { WishShape } from './wishes'

/** Prices by their numbers in `AMOUNTS`: ten and twenty-five cents. */
export const DIME = 1
export const QUARTER = 2

/** A plain offer, and a page's GET of one thing for it. */
export const offer = { asset: 0, payee: 0, amount: DIME, window: 0 }
const shape: WishShape = { doc: 0, path: 0, post: false, body: 0, navigation: false, offers: [offer] }

/** A page wants one thing at this price. */
export const want = (amount = DIME, change: Partial<WishShape> = {}): Step => ({
  type: 'want',
  ...shape,
  offers: [{ ...offer, amount }],
  ...change,
})

/** A person approves the oldest question, exactly as it stands on the screen. */
export const approve: Step & { readonly type: 'approve' } = { type: 'approve', n: 0, how: 'right' }
