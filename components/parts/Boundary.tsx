import { Component, type ReactNode } from 'react'

import { useWords } from '../i18n/context'
import { openPage } from '../open'

type Props = { readonly children: ReactNode }

/** Stands at the root of every screen: one that fails says so and offers a way on, and is never blank. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const { t } = useWords()
  return (
    <div className="screen first">
      <main className="centre" role="alert">
        <div>
          <h1 className="title">{t.watch.failed}</h1>
          <p className="lede">{t.watch.failedMore}</p>
        </div>
        <button className="btn btn-pay" type="button" onClick={() => location.reload()}>
          {t.watch.reload}
        </button>
        <button className="btn" type="button" onClick={() => openPage('#/recovery')}>
          {t.watch.look}
        </button>
      </main>
    </div>
  )
}
