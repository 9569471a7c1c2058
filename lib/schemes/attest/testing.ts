import type { PaidFacts } from '@/lib/core/attest/compare'

/** A payment of a cent on Base Sepolia, as the tests of signed statements hold it against them. */
export const PAID: PaidFacts = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '10000',
  payer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  urls: ['https://api.seller.test/item/1'],
  signedAt: Math.floor(Date.now() / 1_000),
  answeredAt: null,
  transaction: `0x${'ab'.repeat(32)}`,
}

/** The payee's key: the second of the well-known test accounts. */
export const PAYEE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** Bytes in base58 (Bitcoin's alphabet). */
export function base58Of(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
