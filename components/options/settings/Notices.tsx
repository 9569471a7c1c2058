import { useEffect, useState } from 'react'
import { type Browser, browser } from 'wxt/browser'

import { useWords } from '../../i18n/context'
import { Switch } from '../../parts/Switch'
import { Section } from './Section'

const asked = (): Browser.permissions.Permissions => ({ permissions: ['notifications'] })

/** The browser's notices, off until the owner gives the permission for them. */
export function Notices() {
  const { t } = useWords()
  const [on, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    const look = () => void browser.permissions.contains(asked()).then(setOn)
    look()
    browser.permissions.onAdded.addListener(look)
    browser.permissions.onRemoved.addListener(look)
    return () => {
      browser.permissions.onAdded.removeListener(look)
      browser.permissions.onRemoved.removeListener(look)
    }
  }, [])
  const set = (wanted: boolean) => {
    // The browser asks only within the click itself.
    const done = wanted ? browser.permissions.request(asked()) : browser.permissions.remove(asked())
    done.then((isDone) => setOn(isDone ? wanted : !wanted)).catch(() => setOn(null))
  }
  return (
    <Section id="notices" title={t.notices.title} lede={t.notices.lede}>
      <Switch
        label={t.notices.label}
        more={t.notices.more}
        on={on === true}
        disabled={on === null}
        onChange={set}
      />
    </Section>
  )
}
