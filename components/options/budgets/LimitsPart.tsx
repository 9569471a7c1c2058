import { useState } from 'react'
import type { MandateView } from '@/lib/doors/ui-mandates'
import type { BudgetView } from '@/lib/doors/ui-protocol'
import type { SettingsView } from '@/lib/doors/ui-settings'

import { call } from '../../client'
import { useWords } from '../../i18n/context'
import { Icon } from '../../parts/Icon'
import { dollars } from '../../text/amount'
import { AddLimit } from './AddLimit'
import { EditRow } from './EditRow'
import { LimitRow } from './LimitRow'

type Props = {
  readonly settings: SettingsView
  readonly budgets: readonly BudgetView[]
  readonly mandates: readonly MandateView[]
  readonly onChanged: () => void
}

/** The limits: one payment first, then each with its bar, what is left, and when it frees. */
export function LimitsPart({ settings, budgets, mandates, onChanged }: Props) {
  const { t } = useWords()
  const [isAdding, setAdding] = useState(false)
  const added = () => {
    setAdding(false)
    onChanged()
  }
  return (
    <section aria-labelledby="limits">
      <div className="head">
        <h2 className="title" id="limits">
          {t.budgets.limits}
        </h2>
        <button
          className="btn btn-small"
          type="button"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          <Icon name={isAdding ? 'x' : 'plus'} /> {isAdding ? t.settings.cancel : t.budgets.add}
        </button>
      </div>
      {isAdding && <AddLimit testnets={settings.testnets} mandates={mandates} onAdded={added} />}
      <p className="key">
        <span>
          <i className="used" /> {t.budgets.settled}
        </span>
        <span>
          <i className="held" /> {t.budgets.held}
        </span>
        {settings.testnets && <span className="tag">{t.common.testMoney}</span>}
      </p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{t.budgets.scope}</th>
            <th scope="col" className="n">
              {t.budgets.limit}
            </th>
            <th scope="col" className="wide">
              {t.budgets.used}
            </th>
            <th scope="col" className="n">
              {t.budgets.left}
            </th>
            <th scope="col" className="n">
              {t.budgets.frees}
            </th>
            <th>
              <span className="sr">{t.budgets.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <PerPayment settings={settings} onChanged={onChanged} />
          {budgets.map((budget) => (
            <LimitRow key={budget.id} budget={budget} mandates={mandates} onChanged={onChanged} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PerPayment({
  settings,
  onChanged,
}: {
  readonly settings: SettingsView
  readonly onChanged: () => void
}) {
  const { t, format } = useWords()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <tr>
        <th scope="row">{t.budgets.perPayment}</th>
        <td className="n first-n">{dollars(settings.perPaymentUsd, format.locale).text}</td>
        <td className="wide">
          <span className="quiet">{t.budgets.passwordOver}</span>
        </td>
        <td className="n" />
        <td className="n" />
        <td className="acts">
          <button
            className="link"
            type="button"
            aria-label={t.budgets.editOf(t.budgets.perPayment)}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {t.budgets.edit}
          </button>
        </td>
      </tr>
      {isEditing && (
        <EditRow
          name={t.budgets.perPayment}
          unit={{ kind: 'usd', testnet: settings.testnets }}
          value={settings.perPaymentUsd}
          save={(usd, password) =>
            call('settings.set', { change: { kind: 'limit', which: 'perPaymentUsd', usd }, ...password })
          }
          remove={null}
          onClose={() => setEditing(false)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}
