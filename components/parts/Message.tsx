import { useWords } from '../i18n/context'

type Props = {
  readonly title: string
  readonly lede?: string
  readonly action?: string
  readonly onAction?: () => void
  /** offers to ask again */
  readonly onRetry?: () => void
}

/** A screen that has one thing to say. */
export function Message({ title, lede, action, onAction, onRetry }: Props) {
  const { t } = useWords()
  return (
    <main className="centre" aria-busy={title === ''}>
      <div>
        {title !== '' && <h1 className="title">{title}</h1>}
        {lede !== undefined && <p className="lede">{lede}</p>}
      </div>
      {action !== undefined && (
        <button className="btn btn-pay" type="button" onClick={onAction}>
          {action}
        </button>
      )}
      {onRetry !== undefined && (
        <button className="btn" type="button" onClick={onRetry}>
          {t.common.tryAgain}
        </button>
      )}
    </main>
  )
}
