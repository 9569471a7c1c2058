import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useWords } from '../i18n/context'
import { Mark } from './Mark'

type Props = { readonly status: WalletStatus | undefined; readonly onChanged: () => void }

/**
 * Pauses all payments, from the first line of a window. Pausing works while the wallet is locked; going on
 * does not. While it is under way the button can be pressed, to no effect: one that is disabled loses the focus.
 */
export function PauseButton({ status, onChanged }: Props) {
  const { t } = useWords()
  const action = useAction()
  if (status === undefined || status.vault === 'none') return null
  const { paused } = status
  const isStuck = paused && status.vault !== 'unlocked'
  const set = () =>
    action.run(async () => {
      await call('wallet.pause', { paused: !paused })
      onChanged()
    })
  return (
    <button
      className={paused ? 'icon-btn is-on' : 'icon-btn'}
      type="button"
      aria-label={t.pause.label}
      aria-pressed={paused}
      title={isStuck ? t.pause.unlockFirst : t.pause.label}
      disabled={isStuck}
      onClick={set}
    >
      <Mark strokes="apart" tone="st-off" size={16} />
    </button>
  )
}

/** Says across the window that nothing is signed; nothing where payments go on. */
export function PausedBand({ status }: { readonly status: WalletStatus | undefined }) {
  const { t } = useWords()
  if (status?.paused !== true) return null
  return (
    <div className="band" role="status">
      <Mark strokes="apart" size={16} />
      <span>
        <b>{t.pause.paused}</b> {t.pause.nothingSigned}
      </span>
    </div>
  )
}
