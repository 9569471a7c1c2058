import { browser } from 'wxt/browser'

/** Where the owner's word is kept: it ends with the browser. */
const SLOT = 'resend'
/** The owner's word that a page may send a payment again is good for this long. */
export const ALLOWED_MS = 5 * 60_000

type Allowances = Readonly<Record<string, number>>

async function allowances(): Promise<Allowances> {
  const stored: unknown = (await browser.storage.session.get(SLOT))[SLOT]
  return typeof stored === 'object' && stored !== null ? (stored as Allowances) : {}
}

/** Authorizations that the owner said may leave again on the next equal request. @param now Unix milliseconds */
export async function allowedByOwner(now: number): Promise<readonly string[]> {
  return Object.entries(await allowances())
    .filter(([, until]) => now < until)
    .map(([id]) => id)
}

/** The owner says that the next equal request of this payment's asker may carry it. @param now Unix milliseconds */
export async function allowAgain(authorizationId: string, now: number): Promise<void> {
  const standing = Object.entries(await allowances()).filter(([, until]) => now < until)
  const value = { ...Object.fromEntries(standing), [authorizationId]: now + ALLOWED_MS }
  await browser.storage.session.set({ [SLOT]: value })
}

/** The word was used: it counts for one request. */
export async function forgetAllowance(authorizationId: string): Promise<void> {
  const { [authorizationId]: used, ...rest } = await allowances()
  if (used !== undefined) await browser.storage.session.set({ [SLOT]: rest })
}
