import type { ReactNode } from 'react'

import type { SettingsView } from '@/lib/doors/ui-settings'

/** What every section over the settings is given. */
export type SectionProps = { readonly settings: SettingsView; readonly onChanged: () => void }

/** One titled part of the settings. */
export function Section({
  id,
  title,
  lede,
  children,
}: {
  /** the name by which an address of the page points at it: `#/settings/<id>` */
  readonly id?: string
  readonly title: string
  readonly lede?: string
  readonly children: ReactNode
}) {
  return (
    <section className="setting" id={id}>
      <h2 className="strong" tabIndex={-1}>
        {title}
      </h2>
      {lede !== undefined && <p className="lede">{lede}</p>}
      {children}
    </section>
  )
}
