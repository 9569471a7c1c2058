/**
 * Compares the wallet with the published client, and itself over short and long ledgers: `npm run bench`,
 * or `npm run bench -- --quick`.
 *
 * Both pay the same merchant on one local network, in turns, so that a busy machine slows both. Nothing is
 * asserted about time; the run fails only where a payment fails.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { measureActivity } from '../tests/bench/activity'
import { measureCold } from '../tests/bench/cold'
import { measureFree } from '../tests/bench/free'
import { measureDecisions, measureImport } from '../tests/bench/ledger'
import { payInPage } from '../tests/bench/page-client'
import { type ClientTimes, payPublished } from '../tests/bench/published'
import { measureReconcile, reconcileReport } from '../tests/bench/reconcile'
import {
  allowedReport,
  coldReport,
  decisionReport,
  freeReport,
  historyReport,
  paymentReport,
  selectionReport,
  windowReport,
} from '../tests/bench/report'
import { measureSelection } from '../tests/bench/selection'
import { type AllowedTimes, type PaymentTimes, startWallet } from '../tests/bench/wallet'
import { measureWindow } from '../tests/bench/window'
import { startDevnet } from '../tests/devnet'

const path = '/api/articles/quiet-signal'
const price = 50_000n

const isQuick = process.argv.includes('--quick')
const payments = isQuick ? 8 : 30
/** Receipts that a ledger holds before a decision is measured over it. */
const sizes = isQuick ? [0, 10_000] : [0, 10_000, 1_000_000]
const history = isQuick ? 2_000 : 100_000

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
      await wallet.allow()
      const allowedTimes: AllowedTimes[] = []
      for (let i = 0; i <= payments; i++) {
        const ours = await wallet.payAllowed(path)
        if (i > 0) allowedTimes.push(ours)
      }
      const inPage = await payInPage(net, path, payments)
      const paid = await net.balanceOf(net.accounts.payee.address)
      const due = BigInt(4 * (payments + 1)) * price
      if (paid !== due) throw new Error(`the payee has ${paid}, but ${due} was due`)
      const first = `${paymentReport(walletTimes, clientTimes)}\n\n${allowedReport(allowedTimes, inPage)}`
      await wallet.close()
      return `${first}\n\n${windowReport(await measureWindow(net, path, payments))}`
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
  console.log(`${coldReport(await measureCold(isQuick ? 20 : 60))}\n`)
  // The rest takes minutes.
  if (process.argv.includes('--cold')) process.exit()
  console.log(await comparePayments())
  console.log(`\n${freeReport(await measureFree(isQuick ? 9 : 30))}`)
  console.log(`\n${decisionReport(await measureDecisions(sizes, isQuick ? 20 : 200))}`)
  console.log(`\n${historyReport(await measureImport(history), await measureActivity(history))}`)
  console.log(`\n${reconcileReport(await measureReconcile(isQuick ? [100, 1_000] : [1_000, 10_000]))}`)
  console.log(`\n${selectionReport(await measureSelection(isQuick ? 400 : 2_000))}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
