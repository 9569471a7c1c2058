import { sha256 } from '../natives'
import { a2aProtocol } from './a2a'
import { a2aApi } from './a2a-helper'
import { agentApi } from './agent'
import { openChannel } from './channel'
import { mcpApi, mcpProtocol } from './mcp'
import { announce, walletProvider } from './provider'
import { watchRpc } from './rpc-watch'

/**
 * Puts the provider into a document: announced by EIP-6963, and as `window.countersign`. Call it once,
 * before the page's own scripts run.
 *
 * Plain http outside the machine is left alone: payments are refused there.
 */
export function installProvider(): void {
  if (sha256 === null) return
  openChannel()
  const provider = walletProvider()
  announce(provider)
  const countersign = Object.freeze({ ...agentApi(), provider, mcp: mcpApi(), a2a: a2aApi() })
  Object.defineProperty(window, 'countersign', { value: countersign, enumerable: false })
  watchRpc([mcpProtocol, a2aProtocol])
}
