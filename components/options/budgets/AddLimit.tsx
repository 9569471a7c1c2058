import { type FormEvent, useState } from 'react'

import { DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { networkById } from '@/lib/core/assets/lookup'
import type { MandateView } from '@/lib/doors/ui-mandates'
import type { BudgetTerms } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Problem } from '../../parts/Problem'
import { Select } from '../../parts/Select'
import { TextField } from '../../parts/TextField'
import { isDecimal, typedDecimal } from '../../text/amount'
import {
  choiceParts,
  nameOf,
  SCOPE_CHOICES,
  type ScopeChoice,
  WINDOW_NAMES,
  type WindowName,
  windowOf,
} from '../../text/choices'
import { hostText } from '../../text/host'

const DOLLARS = 'usd'
const DOLLAR_DECIMALS = 6

type Props = {
  readonly testnets: boolean
  readonly mandates: readonly MandateView[]
  readonly onAdded: () => void
}

/** A new limit: for whom, how much of what, over which time. Adding one needs no password. */
export function AddLimit({ testnets, mandates, onAdded }: Props) {
  const { t } = useWords()
  const [choice, setChoice] = useState<ScopeChoice>('everything')
  const [name, setName] = useState('')
  const [unit, setUnit] = useState(DOLLARS)
  const [limit, setLimit] = useState('')
  const [window, setWindow] = useState<WindowName>('day')
  const action = useAction()
  const assets = DEFAULT_ASSETS.filter((asset) => asset.testnet === testnets)
  const asset = assets.find((a) => `${a.network}/${a.asset}` === unit)
  const parts = choice === 'everything' ? null : choiceParts(choice)
  const named = parts?.isOne === true ? parts.kind : null
  const value = named === null ? null : nameOf(named, name)
  const decimal = typedDecimal(limit)
  const isAmount = isDecimal(decimal, asset?.decimals ?? DOLLAR_DECIMALS)
  const isWhole = isAmount && (named === null || value !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    const budget: BudgetTerms = {
      scope: parts === null ? { kind: 'everything' } : { kind: parts.kind, value },
      unit:
        asset === undefined
          ? { kind: 'usd', testnet: testnets }
          : { kind: 'asset', network: asset.network, asset: asset.asset },
      limit: decimal,
      window: windowOf(window),
    }
    action.run(async () => {
      await call('budgets.set', { budget })
      onAdded()
    })
  }
  return (
    <form className="add-form" aria-label={t.budgets.addTitle} onSubmit={submit}>
      <Select
        label={t.budgets.addFor}
        value={choice}
        options={SCOPE_CHOICES.map((one) => [one, scopeName(one)] as const)}
        onChange={setChoice}
      />
      {named === 'mandate' ? (
        <Select
          label={t.budgets.nameOf.mandate}
          value={name}
          options={[
            ['', t.budgets.nameBad.mandate] as const,
            ...mandates.map((m) => [m.id, hostText(m.origin)] as const),
          ]}
          onChange={setName}
        />
      ) : (
        named !== null && (
          <TextField
            label={t.budgets.nameOf[named]}
            value={name}
            onChange={setName}
            bad={name !== '' && value === null ? t.budgets.nameBad[named] : null}
          />
        )
      )}
      <TextField
        label={t.budgets.newLimit}
        value={limit}
        onChange={setLimit}
        bad={limit !== '' && !isAmount ? t.budgets.amountBad : null}
        isNumber
      />
      <Select
        label={t.budgets.unit}
        value={unit}
        options={[
          [DOLLARS, t.budgets.dollars] as const,
          ...assets.map(
            (a) =>
              [
                `${a.network}/${a.asset}`,
                t.budgets.onNetwork(a.symbol, networkById(a.network)?.name ?? a.network),
              ] as const,
          ),
        ]}
        onChange={setUnit}
      />
      <Select
        label={t.budgets.window}
        value={window}
        options={WINDOW_NAMES.map((one) => [one, t.budgets.windows[one]] as const)}
        onChange={setWindow}
      />
      <p className="quiet whole">{t.budgets.addMore}</p>
      <div className="whole">
        {action.error?.code === 'bad-value' ? (
          <p className="red" role="alert">
            {t.budgets.notTaken}
          </p>
        ) : (
          <Problem error={action.error} />
        )}
      </div>
      <div className="row-end whole">
        <button className="btn btn-pay" type="submit" disabled={!isWhole || action.busy}>
          {t.budgets.add}
        </button>
      </div>
    </form>
  )

  function scopeName(one: ScopeChoice): string {
    if (one === 'everything') return t.budgets.everything
    const { kind, isOne } = choiceParts(one)
    return isOne ? t.budgets.oneOf[kind] : t.budgets.eachOf[kind]
  }
}
