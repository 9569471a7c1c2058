import { usePageWords } from '../../i18n/pages'
import { Fold } from '../../parts/Fold'
import { Switch } from '../../parts/Switch'
import { TextField } from '../../parts/TextField'
import { type NewMandate, type NewMandateFault, TRANSPORTS } from './new-mandate-draft'

type Props = {
  readonly draft: NewMandate
  readonly faults: ReadonlySet<NewMandateFault>
  readonly onChange: (part: Partial<NewMandate>) => void
}

/** The bounds that most people leave as they are. */
export function MandateHow({ draft, faults, onChange }: Props) {
  const { t } = usePageWords()
  const words = t.newMandate
  const isWrong = (['windowSeconds', 'transports', 'rate', 'rise'] as const).some((f) => faults.has(f))
  return (
    // What is wrong must be in sight.
    <Fold title={words.how} open={isWrong} key={String(isWrong)}>
      <div className="mandate-part">
        <fieldset className="radios whole">
          <legend>{words.transports}</legend>
          {TRANSPORTS.map((transport) => (
            <label key={transport}>
              <input
                type="checkbox"
                checked={draft.transports.includes(transport)}
                onChange={(event) =>
                  onChange({
                    transports: event.target.checked
                      ? [...draft.transports, transport]
                      : draft.transports.filter((each) => each !== transport),
                  })
                }
              />
              <span>{words.transportNames[transport]}</span>
            </label>
          ))}
          {faults.has('transports') && <p className="red">{words.transportsBad}</p>}
        </fieldset>
        <TextField
          label={words.window}
          value={draft.windowSeconds}
          onChange={(windowSeconds) => onChange({ windowSeconds })}
          bad={faults.has('windowSeconds') ? words.wholeBad : null}
          isNumber
        />
        <TextField
          label={words.rate}
          value={draft.rate}
          hint={words.rateHint}
          onChange={(rate) => onChange({ rate })}
          bad={faults.has('rate') ? words.wholeBad : null}
          isNumber
        />
        <TextField
          label={words.rise}
          value={draft.rise}
          hint={words.rateHint}
          onChange={(rise) => onChange({ rise })}
          bad={faults.has('rise') ? words.wholeBad : null}
          isNumber
        />
        <div className="whole">
          <Switch
            label={t.allow.repeat}
            more={t.allow.repeatMore}
            on={draft.mayRepeat}
            onChange={(mayRepeat) => onChange({ mayRepeat })}
          />
          <Switch
            label={words.upto}
            more={words.uptoMore}
            on={draft.upto}
            onChange={(upto) => onChange({ upto })}
          />
        </div>
      </div>
    </Fold>
  )
}
