import {
  type Address,
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseAbiItem,
  publicActions,
  walletActions,
} from 'viem'
import type { TestAccounts } from './accounts'
import type { RuntimeCode } from './compile'
import { linkedToken, multicall3Creation } from './published-code'

/** The chain that the local network plays: its id, its CAIP-2 name and its x402 version 1 name. */
export const chainId = 84532
export const network = 'eip155:84532'
export const networkV1 = 'base-sepolia'

/** Addresses that are the same on the local network and on the real Base Sepolia. */
export const usdc: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const exactPermit2Proxy: Address = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'
export const uptoPermit2Proxy: Address = '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002'
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** The library that the token links; any address will do. */
const signatureChecker: Address = '0x00000000000000000000000000000000005c0de1'

const startingUsdc = 100_000_000n

const tokenAbi = parseAbi([
  'function initialize(string tokenName, string tokenSymbol, string tokenCurrency, uint8 tokenDecimals, address newMasterMinter, address newPauser, address newBlacklister, address newOwner)',
  'function initializeV2(string newName)',
  'function initializeV2_1(address lostAndFound)',
  'function initializeV2_2(address[] accountsToBlacklist, string newSymbol)',
  'function configureMinter(address minter, uint256 minterAllowedAmount) returns (bool)',
  'function mint(address to, uint256 amount) returns (bool)',
])
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** One token transfer, as its event says. */
export interface Transfer {
  from: Address
  to: Address
  value: bigint
  transactionHash: Hex
  blockNumber: bigint
}

/** What a test asks of the chain and does to it. Token amounts are atomic (six decimals). */
export interface ChainControl {
  fund(address: Address, atomicUsdc: bigint, wei?: bigint): Promise<void>
  balanceOf(address: Address): Promise<bigint>
  /** What Permit2 may move of an account's tokens. */
  allowanceOf(address: Address): Promise<bigint>
  transfersTo(address: Address): Promise<Transfer[]>
  /** Lets an account allow Permit2 to move its tokens. The account needs no key. */
  approvePermit2(address: Address, atomicUsdc?: bigint): Promise<void>
  /**
   * Moves the chain's clock and makes a block. It cannot go back: later authorizations are signed by the real
   * clock, so they have that much less time.
   */
  advance(seconds: number): Promise<void>
}

/** viem clients over the local chain. */
export function chainClients(rpcUrl: string) {
  // viem's own definition would bring the real chain's RPC address, and hundreds of other chains to load.
  const chain: Chain = defineChain({
    id: chainId,
    name: 'Base Sepolia, played locally',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl, { retryCount: 0 })
  return {
    chain,
    transport,
    read: createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 }),
    write: createWalletClient({ chain, transport }),
    test: createTestClient({ chain, transport, mode: 'anvil' }).extend(publicActions).extend(walletActions),
  }
}

/** The clients of one local chain. */
export type ChainClients = ReturnType<typeof chainClients>

/**
 * Puts every contract in its place, sets the token up, and gives the payers their money.
 *
 * The token is Circle's own code, initialised as on Base Sepolia: name "USDC", EIP-712 version "2", six
 * decimals. It stands at the address itself, without the proxy of the real one.
 */
export async function setUpChain(
  clients: ChainClients,
  accounts: TestAccounts,
  ours: RuntimeCode,
): Promise<void> {
  const { test, read } = clients
  const place = (address: Address, bytecode: Hex) => test.setCode({ address, bytecode })
  const token = linkedToken(signatureChecker)
  const creation = await read.call({ data: multicall3Creation() })
  if (!creation.data) throw new Error('Multicall3 gave no code')
  await Promise.all([
    place(signatureChecker, token.signatureChecker),
    place(usdc, token.token),
    place(multicall3, creation.data),
    place(permit2, ours.Permit2),
    place(exactPermit2Proxy, ours.X402ExactPermit2Proxy),
    place(uptoPermit2Proxy, ours.X402UptoPermit2Proxy),
  ])
  const minter = accounts.minter.address
  const send = tokenSender(clients, minter)
  await send('initialize', ['USDC', 'USDC', 'USD', 6, minter, minter, minter, minter])
  await send('initializeV2', ['USDC'])
  await send('initializeV2_1', [minter])
  await send('initializeV2_2', [[], 'USDC'])
  await send('configureMinter', [minter, maxUint256])
  const control = chainControl(clients, accounts)
  await control.fund(accounts.payer.address, startingUsdc)
  await control.fund(accounts.permit2Payer.address, startingUsdc)
  await control.approvePermit2(accounts.permit2Payer.address)
}

/** Binds what tests do on the chain to its clients. */
export function chainControl(clients: ChainClients, accounts: TestAccounts): ChainControl {
  const { read, test, chain } = clients
  const send = tokenSender(clients, accounts.minter.address)
  return {
    async fund(address, atomicUsdc, wei) {
      if (atomicUsdc > 0n) await send('mint', [address, atomicUsdc])
      if (wei !== undefined) await test.setBalance({ address, value: wei })
    },
    balanceOf(address) {
      return read.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    },
    allowanceOf(address) {
      const args = [address, permit2] as const
      return read.readContract({ address: usdc, abi: erc20Abi, functionName: 'allowance', args })
    },
    async transfersTo(address) {
      const logs = await read.getLogs({
        address: usdc,
        event: transferEvent,
        args: { to: address },
        fromBlock: 0n,
        strict: true,
      })
      return logs.map((l) => ({ ...l.args, transactionHash: l.transactionHash, blockNumber: l.blockNumber }))
    },
    async approvePermit2(address, atomicUsdc = maxUint256) {
      await test.impersonateAccount({ address })
      const hash = await test.writeContract({
        chain,
        account: address,
        address: usdc,
        abi: erc20Abi,
        functionName: 'approve',
        args: [permit2, atomicUsdc],
        gas: 200_000n,
      })
      await mined(clients, hash)
      await test.stopImpersonatingAccount({ address })
    },
    async advance(seconds) {
      await test.increaseTime({ seconds })
      await test.mine({ blocks: 1 })
    },
  }
}

type TokenCall = Extract<(typeof tokenAbi)[number], { type: 'function' }>['name']

function tokenSender(clients: ChainClients, account: Address) {
  return async (functionName: TokenCall, args: readonly unknown[]): Promise<void> => {
    const hash = await clients.test.writeContract({
      chain: clients.chain,
      account,
      address: usdc,
      abi: tokenAbi as readonly unknown[],
      functionName,
      args,
      gas: 1_000_000n,
    })
    await mined(clients, hash)
  }
}

async function mined(clients: ChainClients, hash: Hex): Promise<void> {
  const receipt = await clients.read.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`transaction ${hash} was reverted`)
}
