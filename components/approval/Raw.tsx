import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { Fold } from '../parts/Fold'
import { SiteText } from '../parts/SiteText'
import { typedDataOf, typedFields } from '../text/typed-fields'

/** Every field that the key will sign, and the request it answers, whole and as they are. */
export function Raw({ view }: { readonly view: ApprovalView }) {
  const { t } = useWords()
  const request: readonly (readonly [string, string | null])[] = [
    [t.approval.asker, view.asker],
    [t.approval.page, view.topOrigin],
    [t.approval.method, view.method],
    [t.approval.url, view.url],
    [t.approval.answered, view.answeredUrl],
    [t.approval.body, view.bodyDigest],
    [t.approval.fullText, view.description],
    [t.approval.envelope, view.envelopeDigest],
  ]
  const signed = signedOf(view)
  return (
    <Fold title={t.approval.signed} aside={t.approval.signedCount(signed.length)}>
      <h2 className="sr">{t.approval.fields}</h2>
      <dl className="raw">
        {signed.map((field) => (
          <Row key={field.name} name={field.name} value={field.value} />
        ))}
      </dl>
      {view.kind !== 'signature' && view.kind !== 'transaction' && (
        <p className="quiet spaced-s">{t.approval.nonceLater}</p>
      )}
      <h2 className="quiet spaced-s">{t.approval.request}</h2>
      <dl className="raw">
        {request.map(
          ([name, value]) => value !== null && value !== '' && <Row key={name} name={name} value={value} />,
        )}
      </dl>
    </Fold>
  )
}

/** What the wallet will build itself, or what the page wrote and asks a signature for. */
function signedOf({ kind, action, signed }: ApprovalView): ApprovalView['signed'] {
  if (kind === 'transaction') return Object.entries(action ?? {}).map(([name, value]) => ({ name, value }))
  const typed = kind === 'signature' && action?.data !== undefined ? typedDataOf(action.data) : null
  return typed === null ? signed : typedFields(typed)
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <SiteText text={value} limit={Number.POSITIVE_INFINITY} />
      </dd>
    </>
  )
}
