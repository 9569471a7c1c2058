import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'

/** Where the pictures go; an absolute path. */
export const pictureFolder = resolve(import.meta.dirname, '../../demo-output')

/** Width and height of the approval window, and of the popup, as a person sees them. */
const approvalSize = { width: 420, height: 760 }
const popupSize = { width: 380, height: 600 }

/** Width and height of the newsstand's page. */
export const newsstandSize = { width: 900, height: 820 }

/** Empties the folder of pictures. */
export function beginPictures(): void {
  rmSync(pictureFolder, { recursive: true, force: true })
  mkdirSync(pictureFolder, { recursive: true })
}

/** Takes one picture of a page. @returns the picture, PNG */
export async function picture(page: Page, name: string): Promise<Buffer> {
  // A transition that is still running is taken at its end.
  return await page.screenshot({ path: join(pictureFolder, `${name}.png`), animations: 'disabled' })
}

/** The button that pays, once it can be pressed: it is dead for the first half second. */
export const payButton = (window: Page) => window.locator('button:enabled', { hasText: /^Pay \$/ })

/** Pictures of the approval window, light and dark. @returns the light one */
export async function approvalPictures(window: Page): Promise<Buffer> {
  await window.setViewportSize(approvalSize)
  await payButton(window).waitFor()
  await window.emulateMedia({ colorScheme: 'dark' })
  await picture(window, 'approval-dark')
  await window.emulateMedia({ colorScheme: 'light' })
  return await picture(window, 'approval-light')
}

/** Pictures of the popup, and of the page of one payment. */
export async function screenPictures(context: BrowserContext, base: string, intentId: string): Promise<void> {
  const popup = await context.newPage()
  await popup.setViewportSize(popupSize)
  await popup.goto(`${base}/popup.html`)
  await popup.locator('.balance[aria-busy=false]').waitFor()
  await picture(popup, 'popup')
  await popup.close()
  const receipt = await context.newPage()
  await receipt.setViewportSize({ width: 1100, height: 900 })
  await receipt.goto(`${base}/options.html#/payment/${encodeURIComponent(intentId)}`)
  await receipt.getByRole('heading', { level: 1 }).first().waitFor()
  await picture(receipt, 'receipt')
  await receipt.close()
}

/**
 * Lays the picture of the approval window over that of the newsstand, as the two stand on a desktop. The README shows
 * the result (docs/img/approval.png).
 */
export async function desktopPicture(context: BrowserContext, under: Buffer, over: Buffer): Promise<void> {
  const data = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`
  const page = await context.newPage()
  await page.setViewportSize({ width: 1220, height: 820 })
  await page.setContent(`<!doctype html><style>
    body { margin: 0; overflow: hidden; background: #fbf9f4 }
    .under { position: absolute; inset: 0 auto auto 0; width: ${newsstandSize.width}px }
    .over { position: absolute; top: 28px; right: 32px; width: ${approvalSize.width}px; border-radius: 8px;
            box-shadow: 0 0 0 1px #0003, 0 18px 50px #0006 }
  </style><img class="under" src="${data(under)}"><img class="over" src="${data(over)}">`)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await picture(page, 'desktop')
  await page.close()
}
