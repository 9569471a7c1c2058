/**
 * Opens a browser with the wallet, test money and a newsstand; or, with `--script` or without a display, drives the
 * main job headless and ends with 0 only when the chain agrees to the last unit. Started by `npm run demo`.
 */
import { startDevnet } from '../tests/devnet'
import { ensurePaywall } from '../tests/devnet/compile'
import { ensureBuilt } from './demo/build'
import { introduction } from './demo/introduction'
import { runScript } from './demo/script'
import { launch, prepareWallet } from './demo/wallet'

/** Ends of what was started, the last one first. */
const ends: (() => Promise<unknown>)[] = []
let ending: Promise<void> | null = null

function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const end of ends.splice(0).reverse()) await end().catch(() => undefined)
  })()
  return ending
}

async function exit(code: number): Promise<never> {
  // A browser that does not go by itself is ended when this process exits.
  await Promise.race([endAll(), new Promise((resolve) => setTimeout(resolve, 5_000))])
  process.exit(code)
}

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const args = process.argv.slice(2)
const scripted = args.includes('--script') || !hasDisplay

async function main(): Promise<void> {
  const unknown = args.find((arg) => arg !== '--script')
  if (unknown !== undefined) throw new Error(`unknown option ${unknown}; the only one is --script`)
  if (scripted && args.length === 0)
    console.log('No display was found, so the demo drives itself (--script).')

  if (ensureBuilt()) console.log('The extension was built.')
  if (!scripted) await ensurePaywall()
  const net = await startDevnet()
  ends.push(() => net.stop())
  const launched = await launch(scripted)
  const { context, base } = launched
  ends.push(() => context.close())
  const screen = context.pages()[0] ?? (await context.newPage())
  await screen.goto(`${base}/options.html`)
  await prepareWallet(screen, net)

  if (scripted) {
    await runScript(launched, screen, net)
    await exit(0)
  }
  context.once('close', () => void exit(0))
  await screen.goto(net.newsstand.url)
  console.log(introduction(net))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void exit(scripted ? 130 : 0))
main().catch(async (error: unknown) => {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`)
  await exit(1)
})
