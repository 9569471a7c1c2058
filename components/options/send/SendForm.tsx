import { type FormEvent, useState } from 'react'

import { NATIVE } from '@/lib/core/assets/native'
import type { NoSend } from '@/lib/doors/ui-money'
import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Note } from '../../parts/Note'
import { Problem } from '../../parts/Problem'
import { Select } from '../../parts/Select'
import { TextField } from '../../parts/TextField'
import { fromAtomic, toAtomic, typedDecimal, units } from '../../text/amount'
import type { Planned } from './SendPage'
import { useChoices } from './useChoices'

/** Faults that stand under the address, and under the amount; the others are of the whole. */
const OF_ADDRESS: readonly NoSend['cannot'][] = ['address', 'checksum', 'nobody', 'token', 'self', 'blocked']
const OF_AMOUNT: readonly NoSend['cannot'][] = ['amount', 'no-funds']

type Props = {
  readonly status: WalletStatus
  readonly to: string | null
  readonly onPlanned: (planned: Planned) => void
}

/** From which account, on which network, which token, to whom, and how much. */
export function SendForm({ status, to: given, onPlanned }: Props) {
  const { t, format } = useWords()
  const choices = useChoices(status, given)
  const { account, network, asset, balance } = choices
  const [to, setTo] = useState(given ?? '')
  const [amount, setAmount] = useState('')
  const [isAll, setAll] = useState(false)
  const [fault, setFault] = useState<NoSend | null>(null)
  const action = useAction()
  const touched = () => setFault(null)
  const others = status.accounts.filter(({ address }) => address !== account)
  const all = () => {
    touched()
    setAll(true)
    setAmount(
      balance === null ? '' : units(fromAtomic(balance, asset.decimals), 'en-US').text.replaceAll(',', ''),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const atomic = isAll ? 'max' : toAtomic(typedDecimal(amount), asset.decimals)
    if (atomic === null) {
      setFault({ cannot: 'amount' })
      return
    }
    action.run(async () => {
      const terms = { account, network, asset: asset.asset, to: to.trim(), amount: atomic }
      const answer = await call('wallet.send', { ...terms, ask: false })
      if ('cannot' in answer) setFault(answer)
      else if ('fee' in answer) onPlanned({ terms, plan: answer })
    })
  }
  const wrong = (kinds: readonly NoSend['cannot'][]) =>
    fault !== null && kinds.includes(fault.cannot) ? wordsOf(fault, t) : null
  const whole = fault !== null && ![...OF_ADDRESS, ...OF_AMOUNT].includes(fault.cannot)
  return (
    <form className="send-form" onSubmit={submit}>
      {status.accounts.length > 1 && (
        <Select
          label={t.money.from}
          value={account}
          options={status.accounts.map(({ address, name }) => [address, name] as const)}
          onChange={(value) => {
            touched()
            choices.setAccount(value)
          }}
        />
      )}
      <div className="send-pair">
        <Select
          label={t.money.network}
          value={network}
          options={choices.networks.map((each) => [each.network, each.name] as const)}
          onChange={(value) => {
            touched()
            choices.setNetwork(value)
          }}
        />
        <Select
          label={t.money.asset}
          value={asset.asset}
          options={choices.assets.map((each) => [
            each.asset,
            each.asset === NATIVE ? t.money.coin(each.symbol) : each.symbol,
          ])}
          onChange={(value) => {
            touched()
            setAll(false)
            choices.setAsset(value)
          }}
        />
      </div>
      <TextField
        label={t.money.to}
        value={to}
        onChange={(value) => {
          touched()
          setTo(value)
        }}
        bad={wrong(OF_ADDRESS)}
      />
      {others.length > 0 && (
        <div className="chips">
          {others.map(({ address, name }) => (
            <button
              className="chip"
              type="button"
              key={address}
              aria-pressed={to === address}
              onClick={() => {
                touched()
                setTo(address)
              }}
            >
              {t.money.toOwn(name)}
            </button>
          ))}
        </div>
      )}
      <div className="send-amount">
        <TextField
          label={t.money.amount}
          value={amount}
          isNumber
          {...(isAll && balance === null ? { hint: t.money.allLessFee } : {})}
          onChange={(value) => {
            touched()
            setAll(false)
            setAmount(value)
          }}
          bad={wrong(OF_AMOUNT)}
        />
        <button className="btn" type="button" onClick={all}>
          {t.money.all}
        </button>
      </div>
      <p className="quiet">
        {asset.asset === NATIVE
          ? ''
          : balance === null
            ? t.money.availableUnknown
            : t.money.available(
                `${units(fromAtomic(balance, asset.decimals), format.locale).text} ${asset.symbol}`,
              )}
      </p>
      {whole && fault !== null && (
        <Note tone="red">
          <p>{wordsOf(fault, t)}</p>
        </Note>
      )}
      <Problem error={action.error} />
      <div className="row-end">
        <button
          className="btn btn-pay"
          type="submit"
          disabled={action.busy || to.trim() === '' || (amount.trim() === '' && !isAll)}
        >
          {t.money.next}
        </button>
      </div>
    </form>
  )
}

/** Why it cannot be sent, in words. */
export function wordsOf(fault: NoSend, t: ReturnType<typeof useWords>['t']): string {
  return fault.cannot === 'refused'
    ? `${t.money.refused} ${t.reasons[fault.code]}`
    : t.money.cannot[fault.cannot]
}
