import { type SvmTerms, USUAL_BUDGET } from './exact'
import { TOKEN_PROGRAM } from './programs'
import { addressOfSecret } from './slip10'

/** A secret key of the tests. */
export const SECRET = new Uint8Array(32).fill(7)
export const PAYER = addressOfSecret(SECRET)
export const PAYEE = addressOfSecret(new Uint8Array(32).fill(8))
export const FEE_PAYER = addressOfSecret(new Uint8Array(32).fill(9))
export const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const DEVNET_USDC = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
export const BLOCKHASH = '9oMrJTG6Ck1d7J1C5bA6iJ6Q7NhqYjbwjVNxUkDEBmXs'

/** A payment of one dollar, a cent and a bit. */
export const TERMS: SvmTerms = {
  network: DEVNET,
  mint: DEVNET_USDC,
  program: TOKEN_PROGRAM,
  decimals: 6,
  from: PAYER,
  payTo: PAYEE,
  amount: 1_010_001n,
  feePayer: FEE_PAYER,
  memo: '00112233445566778899aabbccddeeff',
  blockhash: BLOCKHASH,
  budget: USUAL_BUDGET,
}
