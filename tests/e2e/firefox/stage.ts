import type { Page } from 'puppeteer-core'
import type { MandateTerms } from '@/lib/doors/ui-mandates'
import { type Devnet, startDevnet } from '../../devnet'
import { network, usdc } from '../../devnet/chain'
import { type Firefox, startFirefox, until } from './firefox'
import { ask, payingWallet } from './screens'

/** Firefox with a wallet that can pay, beside the local network. */
export interface Stage {
  readonly net: Devnet
  readonly firefox: Firefox
  /** The wallet's full page. */
  readonly wallet: Page
  readonly payer: `0x${string}`
  /** What the payee gained and the payer lost while something was done, in atomic USDC. */
  movedBy(work: () => Promise<unknown>): Promise<{ readonly gained: bigint; readonly lost: bigint }>
  /** Lets an origin spend without asking: a dollar each, two in an hour, to the payee, for requests by HTTP. */
  allow(origin: string, change?: Partial<MandateTerms>): Promise<void>
  /** Ends all of it. */
  stop(): Promise<void>
}

/** Starts it. @param prefs Firefox's own settings */
export async function openStage(prefs?: Parameters<typeof startFirefox>[0]): Promise<Stage> {
  const [net, firefox] = await Promise.all([startDevnet(), startFirefox(prefs)])
  const stop = async () => {
    await firefox.close()
    await net.stop()
  }
  try {
    const { page: wallet, address: payer } = await payingWallet(firefox, net)
    const both = () => Promise.all([net.balanceOf(net.accounts.payee.address), net.balanceOf(payer)])
    return {
      net,
      firefox,
      wallet,
      payer,
      async movedBy(work) {
        const [payeeBefore, payerBefore] = await both()
        await work()
        const [payeeAfter, payerAfter] = await both()
        return { gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
      },
      async allow(origin, change) {
        const terms: MandateTerms = {
          origin,
          agent: null,
          pathPrefix: null,
          payees: [net.accounts.payee.address],
          assets: [{ network, asset: usdc, maxAmount: '1000000' }],
          unit: { kind: 'usd', testnet: true },
          total: '2',
          window: { kind: 'rolling', seconds: 3_600 },
          maxWindowSeconds: 300,
          expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
          transports: ['http'],
          automaticPerMinute: 60,
          maxRisePercent: null,
          mayRepeat: false,
          account: payer,
          ...change,
        }
        await ask(wallet, 'mandates.grant', { terms })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What a page of support/client-page.ts shows once its call has ended. */
export const answerIn = (page: Page): Promise<string> =>
  until(
    () =>
      page.evaluate(() => {
        const out = document.getElementById('out')
        return out?.dataset.state === 'done' ? out.textContent : null
      }),
    'the page has its answer',
  )
