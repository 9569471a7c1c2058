import type { SettingsDiff } from '@/lib/views/settings-changes'

import { usePageWords } from '../../i18n/pages'
import { SiteText } from '../../parts/SiteText'
import { dollars } from '../../text/amount'

/** What a file of settings would change, a line each; what loosens is marked by a word as well as by its colour. */
export function SettingsDiffs({ diffs }: { readonly diffs: readonly SettingsDiff[] }) {
  const { t } = usePageWords()
  const words = t.owner.data
  if (diffs.length === 0) return <p className="quiet">{words.nothing}</p>
  return (
    <>
      <h3>{words.changes}</h3>
      <dl className="told">
        {diffs.map((diff) => (
          <Line key={'name' in diff ? diff.name : diff.kind} diff={diff} />
        ))}
      </dl>
    </>
  )
}

function Line({ diff }: { readonly diff: SettingsDiff }) {
  const { t, format } = usePageWords()
  const words = t.owner.data
  switch (diff.kind) {
    case 'limit': {
      const shown = (value: string) =>
        diff.name.endsWith('Usd') ? dollars(value, format.locale).text : format.number(Number(value))
      return (
        <div>
          <dt>{words.limits[diff.name]}</dt>
          <dd>
            {shown(diff.from)} → <b>{shown(diff.to)}</b>{' '}
            <span className={diff.raised ? 'amber' : 'green'}>
              {diff.raised ? words.raised : words.lowered}
            </span>
          </dd>
        </div>
      )
    }
    case 'budgets': {
      const kinds = ['added', 'removed', 'lowered', 'loosened'] as const
      const parts = kinds.filter((kind) => diff[kind] > 0)
      const loosens = diff.removed + diff.loosened > 0
      return (
        <div>
          <dt>{words.budgets}</dt>
          <dd className={loosens ? 'amber' : ''}>
            {parts.map((kind) => words.counts[kind](format.number(diff[kind]))).join(', ')}
          </dd>
        </div>
      )
    }
    case 'list':
      return (
        <div>
          <dt>{words.lists[diff.name]}</dt>
          <dd>
            {[
              ...(diff.added.length > 0 ? [words.counts.added(format.number(diff.added.length))] : []),
              ...(diff.removed.length > 0 ? [words.counts.removed(format.number(diff.removed.length))] : []),
            ].join(', ')}
            <ul className="quiet">
              {[...diff.added.map((each) => `+ ${each}`), ...diff.removed.map((each) => `− ${each}`)]
                .slice(0, 10)
                .map((each) => (
                  <li key={each}>
                    <SiteText text={each} limit={120} />
                  </li>
                ))}
            </ul>
          </dd>
        </div>
      )
    case 'flag':
      return (
        <div>
          <dt>{words.flags[diff.name]}</dt>
          <dd>{diff.on ? t.common.on : t.common.off}</dd>
        </div>
      )
    case 'other':
      return (
        <div>
          <dt>{words.others[diff.name]}</dt>
          <dd>{words.changed}</dd>
        </div>
      )
  }
}
