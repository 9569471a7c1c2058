import type { Page } from '@playwright/test'

import type { MandateTerms } from '../../../lib/doors/ui-mandates'
import type { Devnet } from '../../devnet'
import type { WalletBrowser } from './wallet'

/** Lets an origin spend so much in an hour without asking, from the wallet's own account. Amounts in dollars. */
export async function allow(
  wallet: WalletBrowser,
  devnet: Devnet,
  origin: string,
  of: { readonly eachUsd: number; readonly totalUsd: string; readonly change?: Partial<MandateTerms> },
): Promise<string> {
  const { account } = await wallet.call('wallet.status', undefined)
  const terms: MandateTerms = {
    origin,
    agent: null,
    pathPrefix: null,
    payees: [devnet.accounts.payee.address],
    assets: [
      {
        network: `eip155:${devnet.chainId}`,
        asset: devnet.usdc,
        maxAmount: String(Math.round(of.eachUsd * 1e6)),
      },
    ],
    unit: { kind: 'usd', testnet: true },
    total: of.totalUsd,
    window: { kind: 'rolling', seconds: 3_600 },
    maxWindowSeconds: 300,
    expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
    transports: ['http'],
    automaticPerMinute: 60,
    maxRisePercent: null,
    mayRepeat: false,
    account,
    ...of.change,
  }
  return (await wallet.call('mandates.grant', { terms })).id
}

/** Begins these fetches at once in a page and keeps the status of each on the page. */
export async function fetchAll(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    const statuses: (number | string)[] = []
    Object.assign(globalThis, { statuses })
    for (const path of all)
      void fetch(path).then(
        (answer) => statuses.push(answer.status),
        (error: unknown) => statuses.push(String(error)),
      )
  }, paths)
}

/** How many of the page's fetches ended with this status so far. */
export function countOf(page: Page, status: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      (globalThis as unknown as { statuses: unknown[] }).statuses.filter((s) => s === wanted).length,
    status,
  )
}
