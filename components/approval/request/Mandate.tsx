import { useEffect, useState } from 'react'

import type { AskedMandate, MandateProposal } from '@/lib/doors/ui-mandates'

import { useAnswer } from '../../hooks/useAnswer'
import { useWords } from '../../i18n/context'
import { dayText, periodText } from '../../i18n/limits'
import { Host } from '../../parts/Host'
import { Note } from '../../parts/Note'
import { SiteText } from '../../parts/SiteText'
import { TextField } from '../../parts/TextField'
import { dollars, isDecimal, typedDecimal } from '../../text/amount'
import { PayFrom } from '../allow/PayFrom'
import type { KindProps } from './kinds'
import { type MandateDraft, mandateDraft, mandateFaults, narrowed } from './mandate-draft'

const MS = 1_000
const DAY = 86_400

/** A standing approval that somebody asks for: every term can be made narrower, none wider. */
export function Mandate({ view, onDraft }: KindProps) {
  const { t } = useWords()
  const { value: proposal } = useAnswer('mandates.proposal', { paymentId: view.id }, null)
  if (proposal === undefined) return <p className="quiet">{t.common.loading}</p>
  if (proposal === null)
    return (
      <Note tone="red">
        <p>{t.questions.mandate.cannot}</p>
      </Note>
    )
  const { reason } = view.detail as AskedMandate
  return <Form proposal={proposal} reason={reason} onDraft={onDraft} />
}

type FormProps = Pick<KindProps, 'onDraft'> & {
  readonly proposal: MandateProposal
  readonly reason: string | null
}

function Form({ proposal, reason, onDraft }: FormProps) {
  const { t, format } = useWords()
  const words = t.questions.mandate
  const { terms } = proposal
  const [draft, setDraft] = useState(() => mandateDraft(proposal, Date.now()))
  const faults = mandateFaults(draft, proposal, Date.now())
  const isSound = faults.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame hears of each draft once
  useEffect(() => onDraft(narrowed(draft, proposal, Date.now()), isSound), [draft, isSound])
  const change = (part: Partial<MandateDraft>) => setDraft({ ...draft, ...part })
  const money = (typed: string) =>
    isDecimal(typedDecimal(typed), 18) ? dollars(typedDecimal(typed), format.locale).text : ''
  const bad = (name: (typeof faults)[number]) => (faults.includes(name) ? words.narrower : null)
  return (
    <>
      {reason !== null && (
        <p className="spaced">
          <SiteText text={reason} quoted /> <span className="quiet">{t.approval.siteWords}</span>
        </p>
      )}
      <section className="allow" aria-label={words.terms}>
        <TextField
          label={t.allow.each}
          spoken={t.allow.inDollars(t.allow.each)}
          value={draft.each}
          onChange={(each) => change({ each })}
          bad={
            faults.includes('each-limit')
              ? t.allow.eachTooMuch(dollars(proposal.mostEach ?? '0', format.locale).text)
              : bad('each')
          }
          isNumber
        />
        <TextField
          label={t.allow.total}
          spoken={t.allow.inDollars(t.allow.total)}
          value={draft.total}
          onChange={(total) => change({ total })}
          bad={bad('total')}
          isNumber
        />
        <TextField
          label={words.days}
          value={draft.days}
          onChange={(days) => change({ days })}
          bad={bad('days')}
          isNumber
        />
        <Choices
          legend={t.allow.payee}
          all={terms.payees === '*' ? [] : terms.payees}
          chosen={draft.payees === '*' ? [] : draft.payees}
          onChange={(payees) => change({ payees })}
          more={terms.payees === '*' ? t.allow.anyPayeeMore : ''}
        />
        <Choices
          legend={words.transports}
          all={terms.transports}
          chosen={draft.transports}
          onChange={(transports) => change({ transports })}
          name={(transport) => words.transport[transport as keyof typeof words.transport] ?? transport}
        />
        {terms.pathPrefix !== null && (
          <p>
            {t.allow.path} <SiteText text={terms.pathPrefix} />
          </p>
        )}
        <PayFrom proposal={proposal} chosen={draft.account} onChoose={(account) => change({ account })} />
        {isSound && (
          <p className="quiet">
            <Host origin={terms.origin} />{' '}
            {t.allow.summary(
              money(draft.each),
              `${money(draft.total)} ${periodText(terms.window, t, format)}`,
              dayText(Date.now() + Number(draft.days) * DAY * MS, Date.now(), format),
              proposal.accounts[draft.account]?.kind === 'spending'
                ? t.allow.fromSpending
                : (proposal.accounts[draft.account]?.name ?? ''),
            )}
          </p>
        )}
      </section>
    </>
  )
}

type ChoicesProps = {
  readonly legend: string
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly name?: (one: string) => string
  readonly more?: string
}

/** What is asked for as a list, of which each can be left out. */
function Choices({ legend, all, chosen, onChange, name = (one) => one, more = '' }: ChoicesProps) {
  return (
    <fieldset className="radios">
      <legend>{legend}</legend>
      {all.map((one) => (
        <label key={one}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) =>
              onChange(all.filter((each) => (each === one ? target.checked : chosen.includes(each))))
            }
          />
          <span>
            <SiteText text={name(one)} />
          </span>
        </label>
      ))}
      {more !== '' && <p className="quiet">{more}</p>}
    </fieldset>
  )
}
