import { checkSignIn, readSignIn, type SignIn } from '@/lib/core/signin/message'
import type { MessageDetail } from '@/lib/provider/eip1193/message'

import { useWords } from '../../i18n/context'
import { Address } from '../../parts/Address'
import { Note } from '../../parts/Note'
import { SiteText } from '../../parts/SiteText'
import { messageText } from '../../text/message'
import type { KindProps } from './kinds'

/** A message under which a site wants a signature: whole, and what it does where that is known. */
export function SignMessage({ view }: KindProps) {
  const { t } = useWords()
  const { account, bytes } = view.detail as MessageDetail
  const { text, isText } = messageText(bytes)
  const signIn = isText ? readSignIn(text) : null
  const wrong =
    signIn === null || signIn === 'malformed'
      ? []
      : checkSignIn(signIn, view.asker, account, Math.floor(Date.now() / 1_000))
  return (
    <>
      {wrong.map(({ field }) => (
        <Note tone="amber" key={field}>
          <p>{t.signing.mismatch[field]}</p>
        </Note>
      ))}
      {signIn !== null && signIn !== 'malformed' && <SignInFields signIn={signIn} />}
      {!isText && (
        <Note tone="amber">
          <p>{t.signing.binary}</p>
        </Note>
      )}
      <dl className="terms">
        <dt>{t.signing.with}</dt>
        <dd>
          <Address value={account} />
        </dd>
      </dl>
      <h2 className="quiet spaced-s">{isText ? t.signing.wholeText : t.signing.bytes}</h2>
      <div className="code w">
        {text.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have a place and nothing else
          <div key={index}>
            {line === '' ? ' ' : <SiteText text={line} limit={Number.POSITIVE_INFINITY} />}
          </div>
        ))}
      </div>
      {signIn === null && (
        <Note tone="plain">
          <p>{t.signing.messageMeans}</p>
        </Note>
      )}
    </>
  )
}

function SignInFields({ signIn }: { readonly signIn: SignIn }) {
  const { t } = useWords()
  const { statement, uri, expirationTime, resources } = signIn
  return (
    <>
      <p className="spaced">
        <b>{t.signing.signsIn}</b> <SiteText text={signIn.domain} />
      </p>
      <dl className="terms">
        {statement !== null && (
          <>
            <dt>{t.signing.statement}</dt>
            <dd>
              <SiteText text={statement} limit={Number.POSITIVE_INFINITY} quoted />
            </dd>
          </>
        )}
        <dt>{t.signing.address}</dt>
        <dd>
          <span className="mono w">
            <SiteText text={uri} limit={Number.POSITIVE_INFINITY} />
          </span>
        </dd>
        {expirationTime !== null && (
          <>
            <dt>{t.signing.until}</dt>
            <dd>
              <SiteText text={expirationTime} />
            </dd>
          </>
        )}
        {resources.length > 0 && (
          <>
            <dt>{t.signing.resources}</dt>
            <dd>
              {resources.map((each) => (
                <span className="mono w" key={each}>
                  <SiteText text={each} limit={Number.POSITIVE_INFINITY} />
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
