import { PERMIT2, X402_SPENDERS } from '@/lib/core/assets/permit2'
import type { TypedData } from './eip712'
import { moneyOf } from './money'
import { FORMS, type Movement, typesOf } from './movement'
import { readTypedData } from './typed-data'

/** Unix seconds of the examples. */
export const NOW = 1_767_225_600
/** Anvil's first account, a public test key's. */
export const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The payee of the examples, and whoever else wants to be. */
export const SHOP = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const EVIL = '0x2222222222222222222222222222222222222222'
/** USDC on Base Sepolia, a default asset; and a token that no table knows. */
export const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const OTHER_TOKEN = '0x1111111111111111111111111111111111111111'
/** A nonce of EIP-3009, and the number 7 as a movement has it. */
export const NONCE = `0x${'07'.repeat(32)}`
export const SEVEN = `0x${'7'.padStart(64, '0')}`

/** The domains that the two families of forms are signed for. */
export const tokenDomain = { name: 'USDC', version: '2', chainId: 84532, verifyingContract: USDC }
export const permit2Domain = { name: 'Permit2', chainId: 84532, verifyingContract: PERMIT2 }

/** Typed data as a page gives it, before anything is read. */
export type Page = { domain: object; types: object; primaryType: string; message: object }

/** A page's typed data of one form; `form` is encodeType's text. */
export function page(form: string, message: object, domain: object = tokenDomain): Page {
  return { domain, types: typesOf(form), primaryType: form.slice(0, form.indexOf('(')), message }
}

/** Reads what must be readable. */
export function read(value: unknown): TypedData {
  const result = readTypedData(value)
  if (!result.ok) throw new Error(`${result.error.field} ${result.error.detail}`)
  return result.value
}

/** What the wallet says of a page's typed data. */
export const money = (value: unknown) => moneyOf(read(value), NOW)

/** What must be decoded. */
export function movement(value: unknown): Movement {
  const found = money(value)
  if (found === null || found.kind === 'unreadable-money') throw new Error(JSON.stringify(found))
  return found
}

/** Why it is unreadable, or what kind it is; null where it moves no money. */
export const why = (value: unknown) => {
  const found = money(value)
  return found?.kind === 'unreadable-money' ? found.why : (found?.kind ?? null)
}

/** The message of each form. */
export const transfer = {
  from: ME,
  to: SHOP,
  value: '10000',
  validAfter: 0,
  validBefore: NOW + 60,
  nonce: NONCE,
}
export const permit = { owner: ME, spender: SHOP, value: '10000', nonce: 7, deadline: NOW + 60 }
export const dai = { holder: ME, spender: SHOP, nonce: 7, expiry: NOW + 60, allowed: true }
export const detail = { token: USDC, amount: '10000', expiration: NOW + 3600, nonce: 7 }
export const single = { details: detail, spender: SHOP, sigDeadline: NOW + 60 }
export const pull = {
  permitted: { token: USDC, amount: '10000' },
  spender: SHOP,
  nonce: 7,
  deadline: NOW + 60,
}

/** One page for each form. */
export const examples: Readonly<Record<Movement['kind'], Page>> = {
  'transfer-with-authorization': page(FORMS['transfer-with-authorization'], transfer),
  'receive-with-authorization': page(FORMS['receive-with-authorization'], transfer),
  'cancel-authorization': page(FORMS['cancel-authorization'], { authorizer: ME, nonce: NONCE }),
  permit: page(FORMS.permit, permit),
  'permit-dai': page(FORMS['permit-dai'], dai),
  'permit2-transfer': page(FORMS['permit2-transfer'], pull, permit2Domain),
  'permit2-batch': page(
    FORMS['permit2-batch'],
    { ...pull, permitted: [pull.permitted, { token: OTHER_TOKEN, amount: 5 }] },
    permit2Domain,
  ),
  'permit2-allowance': page(FORMS['permit2-allowance'], single, permit2Domain),
  'permit2-allowance-batch': page(
    FORMS['permit2-allowance-batch'],
    { ...single, details: [detail, { ...detail, token: OTHER_TOKEN }] },
    permit2Domain,
  ),
}

/** encodeType of a Permit2 transfer with a witness, without the witness; then with those of x402. */
export const WITNESSED =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)'
export const EXACT = `${WITNESSED}Witness(address to,uint256 validAfter)`
export const UPTO = `${WITNESSED}Witness(address to,address facilitator,uint256 validAfter)`
export const exact = { ...pull, spender: X402_SPENDERS.exact, witness: { to: SHOP, validAfter: 3 } }
