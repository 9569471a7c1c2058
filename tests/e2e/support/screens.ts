import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

import { PASSWORD, type WalletBrowser } from './wallet'

/** What an audit of accessibility finds serious or worse on a page, in words. */
export async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
}

/** How a screen is looked at. */
export type Look = { readonly scheme: 'light' | 'dark'; readonly language: 'en' | 'es' }

/** Shows a page of the wallet's own in one theme and language, without motion. */
export async function look(page: Page, { scheme, language }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
}

/** Opens a screen anew and waits until it has said what it has to say. @param path such as `popup.html` */
export async function openScreen(page: Page, wallet: WalletBrowser, path: string): Promise<void> {
  // From elsewhere, since another hash alone loads nothing.
  await page.goto('about:blank')
  await page.goto(`chrome-extension://${wallet.extensionId}/${path}`)
  await page.locator('main:not([aria-busy=true])').first().waitFor()
  await page.getByRole('heading').first().waitFor()
}

/** Every place that the full page leads to by itself, as its navigation has them. */
export async function placesOf(page: Page, wallet: WalletBrowser): Promise<string[]> {
  await openScreen(page, wallet, 'options.html#/activity')
  const links = await page.locator('nav a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  return links.filter((href) => href.startsWith('#/')).map((href) => `options.html${href}`)
}

/** A window of the approval screen, by what a person sees in it. */
export class ApprovalPage {
  readonly pay: Locator
  readonly allowToggle: Locator
  readonly allowForm: Locator
  readonly notes: Locator

  constructor(readonly page: Page) {
    this.pay = page.getByRole('button', { name: /^Pay \$/ })
    this.allowToggle = page.getByRole('button', { name: /without asking/ })
    this.allowForm = page.getByRole('region', { name: 'Pay this site without asking' })
    this.notes = page.locator('.note')
  }

  /** Opens the expander and fills what is given; the account by its name. */
  async fill(of: { each?: string; total?: string; period?: string; account?: RegExp }): Promise<void> {
    await this.allowToggle.click()
    if (of.each !== undefined) await this.allowForm.getByLabel('each, in dollars').fill(of.each)
    if (of.total !== undefined) await this.allowForm.getByLabel('total, in dollars').fill(of.total)
    if (of.period !== undefined)
      await this.allowForm.getByLabel('per', { exact: true }).selectOption(of.period)
    if (of.account !== undefined) await this.allowForm.getByRole('radio', { name: of.account }).check()
  }

  allow(): Promise<void> {
    return this.allowForm.getByRole('button', { name: /^Allow/ }).click()
  }
}

/** The section of limits and mandates in the full page. */
export class BudgetsPage {
  private constructor(readonly page: Page) {}

  static async open(wallet: WalletBrowser, mandate = ''): Promise<BudgetsPage> {
    const page = await wallet.context.newPage()
    await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/budgets/${mandate}`)
    await page.getByRole('heading', { name: 'Limits' }).waitFor()
    return new BudgetsPage(page)
  }

  /** The row of a limit or of a mandate, by the name that it begins with. */
  row(name: RegExp): Locator {
    return this.page.locator('.data tbody tr').filter({ has: this.page.getByRole('rowheader', { name }) })
  }

  /** Adds a limit of so many dollars. */
  async add(of: { for?: string; name?: string; limit: string; over: string }): Promise<void> {
    const form = this.page.getByRole('form', { name: 'A new limit' })
    // Numbers that come in meanwhile may move the button away from under the pointer.
    await expect(async () => {
      if (!(await form.isVisible())) await this.page.getByRole('button', { name: 'Add a limit' }).click()
      await expect(form).toBeVisible({ timeout: 2_000 })
    }).toPass()
    if (of.for !== undefined) await form.getByLabel('for', { exact: true }).selectOption(of.for)
    if (of.name !== undefined) await form.getByLabel(/such as/).fill(of.name)
    await form.getByLabel('limit', { exact: true }).fill(of.limit)
    await form.getByLabel('over', { exact: true }).selectOption(of.over)
    await form.getByRole('button', { name: 'Add a limit' }).click()
    await form.waitFor({ state: 'detached' })
  }

  /** Types another number for a limit and saves it. */
  async edit(name: RegExp, limit: string): Promise<void> {
    await this.row(name).first().getByRole('button', { name: /^Edit/ }).click()
    await this.page.locator('.edit-form').getByRole('textbox').fill(limit)
    await this.page.locator('.edit-form').getByRole('button', { name: 'Save' }).click()
  }

  /** Gives the password that a change waits for. */
  async confirm(password = PASSWORD): Promise<void> {
    await this.page.getByLabel(/^Password, /).fill(password)
    await this.page.getByRole('button', { name: 'Confirm' }).click()
  }

  act(word: 'Revoke' | 'Pause' | 'Resume' | 'Extend'): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${word}: `) })
  }
}
