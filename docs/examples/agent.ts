import type { Page } from '@playwright/test'
import type { MandateAnswer, Payment } from '../countersign'

/** Asks the owner once for a budget. Resolves when the owner has answered in the wallet's own window. */
export function askForBudget(
  page: Page,
  of: { network: string; asset: string; payee: string },
): Promise<MandateAnswer> {
  return page.evaluate(
    ({ network, asset, payee }) =>
      window.countersign.requestMandate({
        network,
        asset,
        payees: [payee],
        maxPerPayment: '250000',
        total: '0.40',
        period: 'day',
        expiresInDays: 1,
        agent: 'reader',
        reason: 'To read the articles that you ask me about.',
      }),
    of,
  )
}

/** Buys one article. Whatever comes, it ends with a status: nothing here can hang. */
export async function buyArticle(page: Page, url: string, key: string): Promise<Payment> {
  const ask = (of: { url: string; key: string }) =>
    window.countersign.requestPayment({
      url: of.url,
      maxUsd: '1.00',
      idempotencyKey: of.key,
      agent: 'reader',
      intent: 'Read one article',
    })
  const follow = (of: { id: string; not: Payment['status'] }) =>
    window.countersign.getPayment(of.id, { not: of.not })
  let payment = await page.evaluate(ask, { url, key })
  // Under a mandate it is signed at once; its answer follows in a moment.
  for (let tries = 0; tries < 6; tries += 1) {
    const { id, status, code } = payment
    const waitsForPerson = status === 'pending' && code?.startsWith('HOLD_') === true
    if (id === null || waitsForPerson || !['pending', 'ready', 'sent'].includes(status)) break
    payment = await page.evaluate(follow, { id, not: status })
  }
  return payment
}
