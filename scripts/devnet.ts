import { formatUnits } from 'viem'
import { startDevnet } from '../tests/devnet'
import { publicTestMnemonic } from '../tests/devnet/accounts'
import { ensurePaywall } from '../tests/devnet/compile'

const began = performance.now()
await ensurePaywall()
const net = await startDevnet()

const { payer, payee } = net.accounts
const lines = [
  ['Chain (Base Sepolia, 84532)', net.rpcUrl],
  ['USDC', net.usdc],
  ['Facilitator', net.facilitatorUrl],
  ['Newsstand', net.newsstand.url],
  [
    net.paywall.official ? 'Official paywall page' : 'Paywall (plain page: official one not fetched)',
    net.paywall.url,
  ],
  ['Version 1 merchant', net.v1.url],
  ['Other origin', `${net.crossOrigin.url}/frame`],
  ['Scripted merchant', `${net.scripted.url}/page`],
  ['Account with money', payer.address],
  ['  its key (public, for tests)', payer.privateKey],
  ['  of the words', publicTestMnemonic],
  ['  balance', `${formatUnits(await net.balanceOf(payer.address), 6)} USDC`],
  ['Payee', payee.address],
]
const width = Math.max(...lines.map(([name = '']) => name.length)) + 2
console.log(`The local network is up (${Math.round(performance.now() - began)} ms). Ctrl-C ends it.\n`)
for (const [name = '', value] of lines) console.log(`${name.padEnd(width)}${value}`)

const end = async () => {
  await net.stop()
  process.exit(0)
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
