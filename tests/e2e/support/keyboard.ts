import type { Page } from '@playwright/test'

import { expect } from './test'

/** What a person on the keyboard knows of where they are: its name, and whether one can see it. */
type Focus = { readonly name: string; readonly isSeen: boolean }

/** More presses than any screen has stops. */
const STOPS = 200

/** The element that has the focus, by the name that it has for assistive technology, near enough. */
function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const on = document.activeElement
    if (!(on instanceof HTMLElement) || on === document.body) return { name: '', isSeen: true }
    const labels = 'labels' in on ? [...((on as HTMLInputElement).labels ?? [])] : []
    const named =
      on.getAttribute('aria-label') ?? (labels.map((l) => l.textContent).join(' ') || on.textContent)
    // Where the control itself is drawn by its label, the ring is on that.
    const drawn = [on, on.closest('label'), on.parentElement].filter((each) => each !== null)
    const ring = (of: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(of)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    return {
      name: named.replace(/\s+/g, ' ').trim(),
      isSeen: on.matches(':focus-visible') && drawn.some(ring),
    }
  })
}

/** A person who has no mouse: Tab to go, Enter and Space to press, letters to type. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Goes on by Tab until the control of this name has the focus, and sees that one can see it. */
  async to(name: RegExp): Promise<void> {
    const passed: string[] = []
    for (let stop = 0; stop < STOPS; stop += 1) {
      await this.page.keyboard.press('Tab')
      const focus = await focusOf(this.page)
      expect([focus.name, focus.isSeen]).toEqual([focus.name, true])
      if (name.test(focus.name)) return
      passed.push(focus.name)
    }
    throw new Error(`no ${name} among ${[...new Set(passed)].join(' | ')}`)
  }

  /** Waits until the control is there and can be used, goes to it, and presses it. */
  async press(name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    const usable = { name, disabled: false }
    await this.page.getByRole('button', usable).or(this.page.getByRole('switch', usable)).first().waitFor()
    await this.to(name)
    await this.page.keyboard.press(key).catch((error: unknown) => {
      // A window that closes itself is gone before the key comes up again.
      if (!this.page.isClosed()) throw error
    })
  }

  /** Goes to a field and types in place of what stands there. */
  async type(name: RegExp, text: string): Promise<void> {
    await this.page.getByLabel(name).first().waitFor()
    await this.to(name)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }
}
