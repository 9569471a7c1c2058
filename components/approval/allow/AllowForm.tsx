import { useState } from 'react'
import type { MandateProposal } from '@/lib/doors/ui-mandates'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../../i18n/context'
import { dayText, periodText } from '../../i18n/limits'
import { openPage } from '../../open'
import { Fold } from '../../parts/Fold'
import { Host } from '../../parts/Host'
import { PasswordField } from '../../parts/PasswordField'
import { Problem } from '../../parts/Problem'
import { Select } from '../../parts/Select'
import { SiteText } from '../../parts/SiteText'
import { Switch } from '../../parts/Switch'
import { TextField } from '../../parts/TextField'
import { dollars, excess, isDecimal, typedDecimal } from '../../text/amount'
import { WINDOW_NAMES, windowOf } from '../../text/choices'
import { short } from '../../text/short'
import { type Draft, endOf, faultsOf, isShort, isSound, LIFETIMES, LONGEST_WINDOW } from './draft'
import { PayFrom } from './PayFrom'
import type { Allow } from './useAllow'

const MS = 1_000
const DAY = 86_400

type Props = {
  readonly view: ApprovalView
  readonly allow: Allow
  readonly proposal: MandateProposal
  readonly draft: Draft
  /** false while the terms have just come into sight: a click may be meant for something else */
  readonly armed: boolean
}

/** What may be paid to this site without asking. No form: a key pressed in a field gives no mandate. */
export function AllowForm({ view, allow, proposal, draft, armed }: Props) {
  const { t, format } = useWords()
  const [password, setPassword] = useState('')
  const words = t.allow
  const faults = faultsOf(draft, proposal)
  const price = view.offer?.amountText ?? '0'
  const priceText = dollars(price, format.locale).text
  const account = proposal.accounts[draft.account]
  const each = typedDecimal(draft.each)
  const isBelow = faults.each === null && excess(price, each) !== null
  const paysNow = !isBelow && !isShort(account, price)
  const isReady =
    armed && isSound(faults) && !allow.action.busy && (!proposal.needsPassword || password !== '')
  const grant = () => {
    if (!isReady) return
    allow.grant(proposal.needsPassword ? password : null)
    setPassword('')
  }
  const eachFault =
    faults.each === 'over-limit'
      ? words.eachTooMuch(dollars(proposal.mostEach ?? '0', format.locale).text)
      : faults.each === null
        ? null
        : words.amountBad
  return (
    <section className="allow" id="allow" aria-label={words.title}>
      <TextField
        label={words.each}
        spoken={words.inDollars(words.each)}
        value={draft.each}
        onChange={(text) => allow.change({ each: text })}
        bad={faults.each === null ? null : ''}
        isNumber
        focus
      />
      <TextField
        label={words.total}
        spoken={words.inDollars(words.total)}
        value={draft.total}
        onChange={(text) => allow.change({ total: text })}
        bad={faults.total === null ? null : ''}
        isNumber
      />
      <Select
        label={words.per}
        value={draft.period}
        options={WINDOW_NAMES.map((name) => [name, t.periods.choices[name]] as const)}
        onChange={(period) => allow.change({ period })}
      />
      <Select
        label={words.lasts}
        value={draft.days}
        options={LIFETIMES.map((days) => [days, format.duration(Number(days) * DAY)] as const)}
        onChange={(days) => allow.change({ days })}
      />
      {(eachFault !== null || faults.total !== null) && (
        <p className="red" role="alert">
          {eachFault ?? words.amountBad}
        </p>
      )}
      <PayFrom
        proposal={proposal}
        chosen={draft.account}
        onChoose={(index) => allow.change({ account: index })}
      />
      {proposal.payeesSeen >= 2 && <Payee allow={allow} proposal={proposal} draft={draft} />}
      <Fold title={words.more}>
        <div className="rows-of">
          <TextField
            label={words.path}
            value={draft.path}
            hint={words.pathAll}
            onChange={(path) => allow.change({ path })}
            bad={faults.path === null ? null : words.pathBad}
          />
          <TextField
            label={words.window}
            value={draft.windowSeconds}
            onChange={(windowSeconds) => allow.change({ windowSeconds })}
            bad={faults.windowSeconds === null ? null : words.windowBad(format.number(LONGEST_WINDOW))}
            isNumber
          />
          <Switch
            label={words.repeat}
            more={words.repeatMore}
            on={draft.mayRepeat}
            onChange={(mayRepeat) => allow.change({ mayRepeat })}
          />
        </div>
      </Fold>
      {proposal.terms.upto === true && <p className="quiet">{t.permit2.mandate}</p>}
      {isSound(faults) && (
        <p className="quiet">
          <Host origin={proposal.terms.origin} />{' '}
          {words.summary(
            dollars(each, format.locale).text,
            isDecimal(typedDecimal(draft.total), 18)
              ? `${dollars(typedDecimal(draft.total), format.locale).text} ${periodText(windowOf(draft.period), t, format)}`
              : '',
            dayText(endOf(draft, Date.now()) * MS, Date.now(), format),
            account?.kind === 'spending' ? words.fromSpending : (account?.name ?? ''),
          )}{' '}
          {isBelow && words.eachTooLittle(priceText)}
        </p>
      )}
      {proposal.needsPassword && (
        <PasswordField
          label={words.password}
          value={password}
          onChange={setPassword}
          bad={allow.action.error?.code === 'wrong-password'}
        />
      )}
      {allow.action.error?.code === 'bad-value' ? (
        <div className="red" role="alert">
          <p>{words.tooWide}</p>
          <button className="btn btn-small" type="button" onClick={() => openPage('#/budgets')}>
            {words.seeLimits}
          </button>
        </div>
      ) : (
        <Problem error={allow.action.error} />
      )}
      <button className="btn" type="button" disabled={!isReady} onClick={grant}>
        {allow.action.busy ? words.allowing : paysNow ? words.allowAndPay(priceText) : words.allow}
      </button>
    </section>
  )
}

/** Who may be paid: offered once the site was seen with several addresses, and with what it means. */
function Payee({ allow, proposal, draft }: Omit<Props, 'view' | 'armed'>) {
  const { t } = useWords()
  const { payees } = proposal.terms
  const [only] = payees
  const choice = (anyPayee: boolean, name: string) => (
    <label>
      <input
        type="radio"
        name="payee"
        checked={draft.anyPayee === anyPayee}
        onChange={() => allow.change({ anyPayee })}
      />
      <span>
        {name}{' '}
        {!anyPayee && only !== undefined && (
          <span className="mono quiet" title={only}>
            <SiteText text={short(only)} />
          </span>
        )}
      </span>
    </label>
  )
  return (
    <fieldset className="radios">
      <legend>{t.allow.payee}</legend>
      {choice(false, t.allow.onlyThis)}
      {choice(true, t.allow.anyPayee)}
      <p className="quiet">{t.allow.anyPayeeMore}</p>
    </fieldset>
  )
}
