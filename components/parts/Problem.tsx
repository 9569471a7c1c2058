import type { UiError } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'

const SECOND = 1000

/** Why a call was refused, in words; nothing while there is nothing to say. Read out when it appears. */
export function Problem({ error }: { readonly error: UiError | null }) {
  const { t, format } = useWords()
  return (
    <div role="alert">
      {error !== null && (
        <p className="red problem">
          {t.errors[error.code]} {error.decision !== undefined && t.reasons[error.decision]}
          {error.retryAfterMs !== undefined &&
            t.retryIn(format.number(Math.ceil(error.retryAfterMs / SECOND)))}
        </p>
      )}
    </div>
  )
}
