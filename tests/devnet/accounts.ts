import { mnemonicToSeedSync } from '@scure/bip39'
import type { Address, Hex } from 'viem'
import { HDKey, hdKeyToAccount } from 'viem/accounts'

/** The twelve words that anvil, hardhat and every tutorial use. Their keys are public. */
export const publicTestMnemonic = 'test test test test test test test test test test test junk'

/** One account of the public test mnemonic. The key is in hex with 0x. */
export interface TestAccount {
  address: Address
  privateKey: Hex
}

/** Who is who on the local network. */
export interface TestAccounts {
  /** Owns and mints the token. */
  minter: TestAccount
  /** Signs the settlements, and pays their gas. */
  facilitator: TestAccount
  /** Is paid by every merchant. Its token balance is zero at the start. */
  payee: TestAccount
  /** A second payee, for merchants that swap the payee. */
  otherPayee: TestAccount
  /** Has 100 USDC and ether at the start. */
  payer: TestAccount
  /** Has 100 USDC, and has allowed Permit2 to move all of it. */
  permit2Payer: TestAccount
}

/** Derives the accounts at m/44'/60'/0'/0/i. */
export function testAccounts(): TestAccounts {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(publicTestMnemonic))
  const at = (addressIndex: number): TestAccount => {
    const account = hdKeyToAccount(root, { addressIndex })
    const key = account.getHdKey().privateKey
    if (!key) throw new Error('a private root gives private children')
    return { address: account.address, privateKey: `0x${Buffer.from(key).toString('hex')}` }
  }
  return {
    minter: at(0),
    facilitator: at(1),
    payee: at(2),
    payer: at(3),
    permit2Payer: at(4),
    otherPayee: at(5),
  }
}
