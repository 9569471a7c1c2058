import type { ReactNode } from 'react'

import type { SettingsView } from '@/lib/doors/ui-settings'

/** What every section over the settings is given. */
export type SectionProps = { readonly settings: SettingsView; readonly onChanged: () => void }

/** One titled part of the settings. */
export function Section({
  title,
  lede,
  children,
}: {
  readonly title: string
  readonly lede?: string
  readonly children: ReactNode
}) {
  return (
    <section className="setting">
      <h2 className="strong">{title}</h2>
      {lede !== undefined && <p className="lede">{lede}</p>}
      {children}
    </section>
  )
}
