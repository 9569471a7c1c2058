import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { useAnswer } from '../../hooks/useAnswer'
import { usePageWords } from '../../i18n/pages'
import { Select } from '../../parts/Select'
import { SiteText } from '../../parts/SiteText'
import { TextField } from '../../parts/TextField'
import { fromAtomic, units } from '../../text/amount'
import { WINDOW_NAMES } from '../../text/choices'
import type { choicesOf } from './asset-choices'
import { LIFETIMES, type NewMandate, type NewMandateFault } from './new-mandate-draft'

const DAY = 86_400
const MOST_ASSETS = 10

type Props = {
  readonly draft: NewMandate
  readonly faults: ReadonlySet<NewMandateFault>
  readonly choices: ReturnType<typeof choicesOf>
  readonly status: WalletStatus
  /** address of the spending account; null until it is made */
  readonly spending: string | null
  readonly onChange: (part: Partial<NewMandate>) => void
}

/** In what it is paid, how much each and in all, for how long, and from which account. */
export function MandateMoney({ draft, faults, choices, status, spending, onChange }: Props) {
  const { t, format } = usePageWords()
  const words = t.newMandate
  const name = (id: string) => {
    const known = choices.find((c) => c.id === id)
    return known === undefined ? id : t.budgets.onNetwork(known.name, known.networkName)
  }
  const set = (index: number, part: Partial<NewMandate['assets'][number]>) =>
    onChange({ assets: draft.assets.map((each, i) => (i === index ? { ...each, ...part } : each)) })
  const [first] = draft.assets
  const only = draft.assets.length === 1 ? first : undefined
  const rest = choices.find((c) => !draft.assets.some(({ id }) => id === c.id))
  return (
    <fieldset className="mandate-part">
      <legend className="strong">{words.what}</legend>
      {draft.assets.map(({ id, max }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; what is chosen in it changes
        <div className="asset-row whole" key={index}>
          <Select
            label={words.asset}
            value={id}
            options={choices.map((c) => [c.id, t.budgets.onNetwork(c.name, c.networkName)] as const)}
            onChange={(chosen) => set(index, { id: chosen })}
          />
          <TextField
            label={words.each}
            value={max}
            onChange={(text) => set(index, { max: text })}
            bad={faults.has('assets') ? '' : null}
            isNumber
          />
          {draft.assets.length > 1 && (
            <button
              className="btn btn-small"
              type="button"
              aria-label={words.removeAsset(name(id))}
              onClick={() => onChange({ assets: draft.assets.filter((_, i) => i !== index) })}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {faults.has('assets') && <p className="red whole">{words.assetsBad}</p>}
      {rest !== undefined && draft.assets.length < MOST_ASSETS && (
        <button
          className="link whole"
          type="button"
          onClick={() => onChange({ assets: [...draft.assets, { id: rest.id, max: '' }], inAsset: false })}
        >
          {words.addAsset}
        </button>
      )}
      <TextField
        label={words.total}
        value={draft.total}
        onChange={(total) => onChange({ total })}
        bad={faults.has('total') ? words.totalBad : null}
        isNumber
      />
      <Select
        label={words.countIn}
        value={draft.inAsset ? 'asset' : 'usd'}
        options={[
          ['usd', words.dollars] as const,
          ...(only === undefined ? [] : [['asset', name(only.id)] as const]),
        ]}
        onChange={(unit) => onChange({ inAsset: unit === 'asset' })}
      />
      <Select
        label={words.per}
        value={draft.period}
        options={WINDOW_NAMES.map((each) => [each, t.periods.choices[each]] as const)}
        onChange={(period) => onChange({ period })}
      />
      <Select
        label={words.lasts}
        value={draft.days}
        options={LIFETIMES.map((days) => [days, format.duration(Number(days) * DAY)] as const)}
        onChange={(days) => onChange({ days })}
      />
      <From
        draft={draft}
        choice={choices.find((c) => c.id === first?.id)}
        status={status}
        spending={spending}
        onChange={onChange}
      />
    </fieldset>
  )
}

type FromProps = Pick<Props, 'draft' | 'status' | 'spending' | 'onChange'> & {
  readonly choice: Props['choices'][number] | undefined
}

function From({ draft, choice, status, spending, onChange }: FromProps) {
  const { t, format } = usePageWords()
  const holdings = useAnswer(
    'wallet.holdings',
    { network: choice?.network ?? '', asset: choice?.asset ?? '' },
    null,
  )
  const held = (address: string | null) => {
    if (address === null) return t.allow.fresh
    const amount = holdings.value?.find((h) => h.address === address)?.amount
    if (amount == null || choice === undefined) return t.allow.unknown
    return amount === '0'
      ? t.allow.empty
      : `${units(fromAtomic(amount, choice.decimals), format.locale).text} ${choice.name}`
  }
  const others = status.accounts.filter((a) => a.address !== spending)
  return (
    <fieldset className="radios whole">
      <legend>{t.newMandate.from}</legend>
      <label>
        <input
          type="radio"
          name="account"
          checked={draft.account === null}
          onChange={() => onChange({ account: null })}
        />
        <span>
          {t.allow.spending} <span className="tag">{t.allow.recommended}</span>
        </span>
        <span className="quiet">{held(spending)}</span>
      </label>
      {others.map(({ address, name }) => (
        <label key={address}>
          <input
            type="radio"
            name="account"
            checked={draft.account === address}
            onChange={() => onChange({ account: address })}
          />
          <SiteText text={name} />
          <span className="quiet">{held(address)}</span>
        </label>
      ))}
      <p className="quiet">{draft.account === null ? t.allow.spendingWhy : t.allow.ownWhy}</p>
    </fieldset>
  )
}
