import type { Address } from 'viem'
import { type TestAccounts, testAccounts } from './accounts'
import { startAnvil } from './anvil'
import { type ChainControl, chainClients, chainControl, chainId, setUpChain, usdc } from './chain'
import { ensureContracts } from './compile'
import { startFacilitator } from './facilitator'
import { type A2aMerchants, startA2a } from './merchants/a2a'
import { startCrossOrigin } from './merchants/cross-origin'
import { type McpMerchant, startMcp } from './merchants/mcp'
import { type MembersMerchant, startMembers } from './merchants/members'
import { startNewsstand } from './merchants/newsstand'
import { type PaywallMerchant, startPaywall } from './merchants/paywall'
import { type ScriptedMerchant, startScripted } from './merchants/scripted'
import { startTransports } from './merchants/transports'
import { startV1, type V1Merchant } from './merchants/v1'
import { Recorder, type Seen, type SeenFilter } from './seen'

/** The local network, running. */
export interface Devnet extends ChainControl {
  rpcUrl: string
  chainId: typeof chainId
  /** The token, at its canonical address. */
  usdc: Address
  facilitatorUrl: string
  accounts: TestAccounts
  newsstand: { url: string }
  paywall: Omit<PaywallMerchant, 'stop'>
  v1: Omit<V1Merchant, 'stop'>
  crossOrigin: { url: string }
  scripted: Omit<ScriptedMerchant, 'stop'>
  transports: { url: string }
  mcp: Omit<McpMerchant, 'stop'>
  a2a: Omit<A2aMerchants, 'stop'>
  members: Omit<MembersMerchant, 'stop'>
  /** What the merchants received. */
  requestsSeen(filter?: SeenFilter): Seen
  /** Forgets what the merchants received. */
  forgetRequests(): void
  /** Ends everything. */
  stop(): Promise<void>
}

/**
 * Starts anvil with the contracts in place, the facilitator, and the merchants, on free ports of the loopback
 * interface. Everything but anvil runs inside this process.
 */
export async function startDevnet(): Promise<Devnet> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.splice(0).map((end) => end()))
  }
  const running = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting
    stops.push(() => started.stop())
    return started
  }
  try {
    const accounts = testAccounts()
    const anvil = await running(startAnvil(chainId))
    const clients = chainClients(anvil.rpcUrl)
    await setUpChain(clients, accounts, ensureContracts())
    const facilitator = await running(startFacilitator(clients, accounts.facilitator))
    const recorder = new Recorder()
    const input = { facilitatorUrl: facilitator.url, payTo: accounts.payee.address, recorder }
    const crossOrigin = await running(startCrossOrigin(input))
    const [newsstand, paywall, v1, scripted, transports, mcp, a2a, members] = await Promise.all([
      running(startNewsstand(input, crossOrigin.url)),
      running(startPaywall(input)),
      running(startV1(input)),
      running(startScripted(input)),
      running(startTransports(input)),
      running(startMcp(input)),
      running(startA2a(input)),
      running(startMembers(input)),
    ])
    return {
      ...chainControl(clients, accounts),
      rpcUrl: anvil.rpcUrl,
      chainId,
      usdc,
      facilitatorUrl: facilitator.url,
      accounts,
      newsstand: { url: newsstand.url },
      paywall,
      v1,
      crossOrigin: { url: crossOrigin.url },
      scripted,
      transports: { url: transports.url },
      mcp,
      a2a,
      members,
      requestsSeen: (filter) => recorder.seen(filter),
      forgetRequests: () => recorder.clear(),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
