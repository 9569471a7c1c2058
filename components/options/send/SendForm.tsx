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
import { fromAtomic, units } from '../../text/amount'
import { typeable, typedAmount } from '../../text/typed-amount'
import type { Planned } from './SendPage'
import { type Choices, useChoices } from './useChoices'

type Words = ReturnType<typeof useWords>['t']

/** Faults that stand under the address, and under the amount; the others are of the whole. */
const OF_ADDRESS: readonly NoSend['cannot'][] = [
  'address',
  'name',
  'solana',
  'checksum',
  'nobody',
  'token',
  'self',
  'blocked',
]
const OF_AMOUNT: readonly NoSend['cannot'][] = ['amount', 'no-funds', 'held']

type Props = {
  readonly status: WalletStatus
  readonly to: string | null
  readonly onPlanned: (planned: Planned) => void
}

/** From which account, on which network, which token, to whom, and how much. */
export function SendForm({ status, to: given, onPlanned }: Props) {
  const { t, format } = useWords()
  const choices = useChoices(status, given)
  const { account, network, asset, balance, held } = choices
  const [to, setTo] = useState(given ?? '')
  const [amount, setAmount] = useState('')
  const [isAll, setAll] = useState(false)
  const [fault, setFault] = useState<NoSend | null>(null)
  // What is wrong with the text itself, before anybody is asked.
  const [mistyped, setMistyped] = useState<string | null>(null)
  const action = useAction()
  const touched = () => {
    setFault(null)
    setMistyped(null)
  }
  const others = status.accounts.filter(({ address }) => address !== account)
  const all = () => {
    touched()
    setAll(true)
    setAmount(
      balance === null ? '' : typeable(fromAtomic(free(balance, held), asset.decimals), format.locale),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = isAll ? { atomic: 'max' } : typedAmount(amount, asset.decimals, format.locale)
    if ('wrong' in typed) {
      setMistyped(
        {
          number: t.money.cannot.amount,
          thousands: t.money.thousands,
          decimals: t.money.decimals(asset.symbol, asset.decimals),
        }[typed.wrong],
      )
      return
    }
    action.run(async () => {
      const terms = { account, network, asset: asset.asset, to: to.trim(), amount: typed.atomic }
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
          bad={mistyped ?? wrong(OF_AMOUNT)}
        />
        <button className="btn" type="button" onClick={all}>
          {t.money.all}
        </button>
      </div>
      <p className="quiet">{asset.asset === NATIVE ? '' : there(choices, t, format.locale)}</p>
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

const free = (balance: string, held: string): string => {
  const left = BigInt(balance) - BigInt(held)
  return (left > 0n ? left : 0n).toString()
}

/** What is there of a token, and what of it is promised already. */
function there({ balance, held, asset }: Choices, t: Words, locale: string): string {
  if (balance === null) return t.money.availableUnknown
  const text = (atomic: string) => `${units(fromAtomic(atomic, asset.decimals), locale).text} ${asset.symbol}`
  return held === '0' ? t.money.available(text(balance)) : t.money.availableHeld(text(balance), text(held))
}

/** Why it cannot be sent, in words. */
export function wordsOf(fault: NoSend, t: Words): string {
  return fault.cannot === 'refused'
    ? `${t.money.refused} ${t.reasons[fault.code]}`
    : t.money.cannot[fault.cannot]
}
