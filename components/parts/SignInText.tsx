import type { Catalogue } from '../i18n/en'
import { SiteText } from './SiteText'

/** What became of a sign-in: the HTTP status of its answer, null while none was seen. */
export function signInEnd(t: Catalogue['signIn'], status: number | null): string {
  if (status === null) return t.waiting
  return status === 402 ? t.wantsPayment : t.served(String(status))
}

/** A text that is signed, whole and line by line, with what cannot be seen made visible. */
export function SignInText({ message }: { readonly message: string }) {
  return (
    <div className="code w">
      {message.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have a place and nothing else
        <div key={index}>{line === '' ? ' ' : <SiteText text={line} limit={Number.POSITIVE_INFINITY} />}</div>
      ))}
    </div>
  )
}
