import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from './steps'
import type { WishShape } from './wishes'

const offer = { asset: 0, payee: 0, amount: 1, window: 0 }
const wish: WishShape = { doc: 0, path: 0, post: false, body: 0, navigation: false, offers: [offer] }
const want = (change: Partial<WishShape> = {}): Step => ({ type: 'want', ...wish, ...change })
const mandate: Step = {
  type: 'mandate',
  origin: 0,
  payee: 0,
  asset: 0,
  max: 4,
  cents: 200,
  window: 1,
  hours: 24,
  own: true,
  mayRepeat: true,
}
const everything: Step = { type: 'budget', scope: 0, unit: 0, window: 1, cents: 100 }

/** An equal GET, after the header of the payment before it was shown with the clock fifteen days back. */
const SHOWN_LATE: readonly Step[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'found-shown-late.json'), 'utf8'),
)

/** Programs that once broke a rule, as they were shrunk; they run before any other. */
export const FOUND: Readonly<Record<string, readonly Step[]>> = {
  'a limit that was removed left its totals behind': [
    mandate,
    everything,
    want(),
    { type: 'unbudget', n: 0 },
  ],
  'two limits set at once undid each other': [
    { type: 'together', steps: [everything, { ...everything, cents: 50 }] },
    { type: 'unbudget', n: 1 },
  ],
  'a mandate came back that was revoked while another window paused it': [
    mandate,
    {
      type: 'together',
      steps: [
        { type: 'remandate', n: 0, change: 'pause' },
        { type: 'remandate', n: 0, change: 'revoke' },
        { type: 'remandate', n: 0, change: 'pause' },
      ],
    },
    want(),
  ],
  'what was released while the key signed was taken for signed': [
    want(),
    { type: 'kill-after-commit', commits: 4 },
    { type: 'approve', n: 0, how: 'right' },
    { type: 'pass', seconds: 130 },
    { type: 'pace', node: 0, key: 90 },
    {
      type: 'together',
      steps: [{ type: 'ask-again', n: 0 }, { type: 'tick' }],
    },
  ],
  'a clock set back let an equal GET be paid again at once': [
    want(),
    { type: 'approve', n: 0, how: 'right' },
    { type: 'skew', seconds: -15 * 86_400 },
    { type: 'chain', n: 0, does: 'use' },
    { type: 'tick' },
    want(),
    { type: 'approve', n: 0, how: 'right' },
  ],
  'what was cancelled was signed for ever, with the clock set back by weeks': [
    want(),
    { type: 'skew', seconds: -15 * 86_400 },
    { type: 'approve', n: 0, how: 'right' },
    { type: 'chain', n: 0, does: 'cancel' },
  ],
  'an equal POST was paid by a mandate while the first was unclear': [
    mandate,
    want({ post: true }),
    want({ post: true }),
  ],
  'a clock that was set back dated what was paid out of reach when its header was shown': SHOWN_LATE,
}
