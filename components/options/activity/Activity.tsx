import { useState } from 'react'

import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Rebuild } from '../../notices/Rebuild'
import { Strangers } from '../../notices/Strangers'
import { Find } from './Find'
import { filterOf, NOTHING_TYPED, type Typed } from './filter'
import { List } from './List'
import { SaveAs } from './SaveAs'

/** Every payment, newest first, and what finds one of them. */
export function Activity() {
  const { t } = useWords()
  useTitle(t.activity.title)
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED)
  const find = (next: Typed) => {
    setTyped(next)
    window.scrollTo(0, 0)
  }
  return (
    <>
      <div className="head">
        <h1 className="title">{t.activity.title}</h1>
        <SaveAs />
      </div>
      <Strangers />
      <Rebuild />
      <Find typed={typed} onTyped={find} />
      <List filter={filterOf(typed)} isEverything={typed === NOTHING_TYPED} />
    </>
  )
}
