import { type FormEvent, useId, useState } from 'react'

import type { Decision, Fact } from '@/lib/core/admission/types'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { usePageWords } from '../../i18n/pages'
import { Problem } from '../../parts/Problem'
import { SiteText } from '../../parts/SiteText'
import { TextField } from '../../parts/TextField'
import { Section } from '../settings/Section'

/** A place to paste a quote, and what the wallet would decide about it now. */
export function TryQuote() {
  const { t } = usePageWords()
  const words = t.owner.developer
  const id = useId()
  const [quote, setQuote] = useState('')
  const [method, setMethod] = useState('GET')
  const [url, setUrl] = useState('')
  const [asker, setAsker] = useState('')
  const [decision, setDecision] = useState<Decision | null>(null)
  const action = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setDecision(null)
    action.run(async () => {
      const answer = await call('developer.decide', { quote, method: method.trim() || 'GET', url, asker })
      setDecision(answer.decision)
    })
  }
  return (
    <Section title={words.try} lede={words.tryMore}>
      <form className="mandate-part" onSubmit={submit}>
        <div className="field whole">
          <label htmlFor={id}>{words.quote}</label>
          <textarea
            className="input mono"
            id={id}
            rows={6}
            value={quote}
            spellCheck={false}
            onChange={(event) => setQuote(event.target.value)}
          />
        </div>
        <TextField label={words.url} value={url} onChange={setUrl} hint="https://shop.example/item" />
        <TextField label={words.method} value={method} onChange={setMethod} />
        <TextField label={words.asker} value={asker} onChange={setAsker} hint="https://shop.example" />
        <div className="row-end whole">
          <button
            className="btn btn-pay"
            type="submit"
            disabled={quote.trim() === '' || url.trim() === '' || action.busy}
          >
            {words.decide}
          </button>
        </div>
      </form>
      {action.error?.code === 'bad-value' ? (
        <p className="red" role="alert">
          {words.bad}
        </p>
      ) : (
        <Problem error={action.error} />
      )}
      {decision !== null && <Decided decision={decision} />}
    </Section>
  )
}

function Decided({ decision }: { readonly decision: Decision }) {
  const { t, format } = usePageWords()
  const words = t.owner.developer
  return (
    <div role="status">
      <Verdict code={decision.code} facts={decision.facts} />
      <dl className="told">
        {decision.offers.map(({ index, code, facts, unusual }) => (
          <div key={index}>
            <dt>
              {words.offer(format.number(index + 1))}{' '}
              {index === decision.offer && <span className="tag">{words.chosen}</span>}
            </dt>
            <dd>
              <Verdict code={code} facts={facts} />
              {unusual.map((reason) => (
                <Verdict key={reason.code} code={reason.code} facts={reason.facts} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Verdict({ code, facts }: { readonly code: Decision['code']; readonly facts: readonly Fact[] }) {
  const { t } = usePageWords()
  return (
    <div>
      <b className="mono">{code}</b> {t.reasons[code]}
      <ul className="quiet">
        {facts.map((fact) => (
          <li key={JSON.stringify(fact)}>
            <SiteText
              text={Object.entries(fact)
                .map(([name, value]) => `${name} ${value}`)
                .join(', ')}
              limit={300}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
