import { paymentsBefore } from '@/lib/ledger/read/payments'
import { activityFile } from '@/lib/views/activity-file'

import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Problem } from '../../parts/Problem'
import { saveFile } from '../save'

/** The whole activity as a file for a spreadsheet or a program. */
export function SaveAs() {
  const { t } = useWords()
  const action = useAction()
  const save = (form: 'csv' | 'json') =>
    action.run(() => {
      const name = t.activity.fileName(new Date().toISOString().slice(0, 10), form)
      return saveFile(
        name,
        form === 'csv' ? 'text/csv' : 'application/json',
        activityFile(paymentsBefore, form),
      )
    })
  return (
    <span className="save-as">
      <button className="btn btn-small" type="button" disabled={action.busy} onClick={() => save('csv')}>
        {t.activity.saveCsv}
      </button>
      <button className="btn btn-small" type="button" disabled={action.busy} onClick={() => save('json')}>
        {t.activity.saveJson}
      </button>
      <Problem error={action.error} />
    </span>
  )
}
