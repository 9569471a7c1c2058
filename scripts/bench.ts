/**
 * Compares the wallet with the published client: `npm run bench`, or `npm run bench -- --quick`.
 *
 * Both pay the same merchant on one local network, in turns, so that a busy machine slows both. Nothing is
 * asserted about time; the run fails only where a payment fails.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ClientTimes, payPublished } from '../tests/bench/published'
import { paymentReport, selectionReport } from '../tests/bench/report'
import { measureSelection } from '../tests/bench/selection'
import { type PaymentTimes, startWallet } from '../tests/bench/wallet'
import { startDevnet } from '../tests/devnet'

const path = '/api/articles/quiet-signal'
const price = 50_000n

const isQuick = process.argv.includes('--quick')
const payments = isQuick ? 8 : 30

async function comparePayments(): Promise<string> {
  const net = await startDevnet()
  try {
    const wallet = await startWallet(net)
    try {
      const walletTimes: PaymentTimes[] = []
      const clientTimes: ClientTimes[] = []
      for (let i = 0; i <= payments; i++) {
        const ours = await wallet.pay(path)
        const theirs = await payPublished(net.newsstand.url + path, net.accounts.payer)
        // The first of each warms up.
        if (i === 0) continue
        walletTimes.push(ours)
        clientTimes.push(theirs)
      }
      const paid = await net.balanceOf(net.accounts.payee.address)
      const due = BigInt(2 * (payments + 1)) * price
      if (paid !== due) throw new Error(`the payee has ${paid}, but ${due} was due`)
      return paymentReport(walletTimes, clientTimes)
    } finally {
      await wallet.close()
    }
  } finally {
    await net.stop()
  }
}

try {
  if (!existsSync(resolve(import.meta.dirname, '../.output/chrome-mv3/manifest.json')))
    throw new Error('there is no build for Chromium: run "npm run build:chrome" first')
  console.log(await comparePayments())
  console.log(`\n${selectionReport(await measureSelection(isQuick ? 400 : 2_000))}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
