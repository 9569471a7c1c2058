import { DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { PERMIT2, X402_SPENDERS } from '@/lib/core/assets/permit2'
import { decodeMovement } from './decode'
import { membersText, type TypedData, type TypedStruct, typeText } from './eip712'
import { FORMS, type Movement, type Witness } from './movement'

/**
 * Typed data that may move money and cannot be read to the last field: to be refused. `why` is
 * `form`: no form that is known, though a name, a shape or the contract says money; `chain`: no chain
 * or an impossible one; `contract`: none, or not the one of this form; `domain`: other members than
 * the form's domain has; `empty`: a batch of nothing.
 */
export type UnreadableMoney = {
  readonly kind: 'unreadable-money'
  readonly why: 'form' | 'chain' | 'contract' | 'domain' | 'empty'
}

/** Contracts that move money by a signature: every one is refused unless its form is known. */
const CONTRACTS: ReadonlySet<string> = new Set(
  [
    PERMIT2,
    ...Object.values(X402_SPENDERS),
    // x402 batch-settlement: its vouchers are money (and its collectors).
    '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003',
    '0x4020806089470a89826cB9fB1f4059150b550004',
    '0x4020425FAf3B746C082C2f942b4E5159887B0005',
    ...DEFAULT_ASSETS.map(({ asset }) => asset),
  ].map((address) => address.toLowerCase()),
)

/**
 * Words and shapes that say money, over the text of encodeType with all types that are reached: names
 * of structs; names of members; and the members' types of the known forms under any names. A false
 * alarm costs a refusal, a miss costs a person's attention, so the words are many.
 */
const SIGNS: readonly RegExp[] = [
  /(permit|transfer|allow|approv|authori[sz]|pay|voucher|withdraw|deposit|spend|delegat|order|swap|transaction|forward|execut|operation|call|trade|bid|offer|redeem|claim|bridge|relay|loan|borrow|safetx|batch)\w*\(/i,
  /[(,](\S+ \w*(amount|allowance|allowed|approv|spender|delegat|calldata|functionsig)|address\S* \w*(token|asset|currency|operator|recipient|payee|beneficiary|receiver)|u?int\S* \w*(value|wad|price|quantity|shares|cost|fee|balance)|bytes \w*(call|data|payload|instr))/i,
  /\(address \w+,address \w+,uint256 \w+,uint256 \w+,(uint256|bool) /,
  /\(address \w+,uint160 \w+,uint48 \w+,uint48 /,
  /\([A-Z]\w*(\[\])? \w+,address \w+,uint256 \w+,uint256 \w+[,)]/,
]

/**
 * Says what typed data does with money, by what it means and not by what it is called.
 *
 * A form counts as known only when it is that form in every member and its domain is whole: EIP-3009,
 * EIP-2612, DAI's permit and Permit2 in its eight forms. A signature of any of those under other names,
 * inside another struct, or for a domain that names no chain or contract is `unreadable-money`, as is
 * anything else that looks like an allowance or a transfer. null is everything else: unknown, to be
 * shown whole, never signed under a mandate.
 *
 * @param now Unix seconds, to tell an allowance that lasts longer than a day
 */
export function moneyOf(typed: TypedData, now: number): Movement | UnreadableMoney | null {
  const text = typeText(typed.types, typed.primaryType)
  const witness = witnessOf(typed, text)
  const plain = witness === null ? text : FORMS[witness.kind]
  const kind = (Object.keys(FORMS) as Movement['kind'][]).find((each) => FORMS[each] === plain)
  if (kind === undefined) return looksLikeMoney(typed, text) ? unreadable('form') : null

  const { chainId = 0n, verifyingContract: contract, name, version, salt } = typed.domain
  const permit2 = kind.startsWith('permit2')
  if (chainId < 1n || chainId > Number.MAX_SAFE_INTEGER) return unreadable('chain')
  if (contract === undefined || (contract === PERMIT2) !== permit2 || isZero(contract))
    return unreadable('contract')
  if (salt !== undefined || (permit2 && (name !== 'Permit2' || version !== undefined)))
    return unreadable('domain')

  const movement = decodeMovement(kind, typed.message, now, {
    network: `eip155:${chainId}`,
    contract,
    tokenName: permit2 ? null : (name ?? null),
    tokenVersion: version ?? null,
    witness: witness?.witness ?? null,
  })
  const assets = 'parts' in movement ? movement.parts.map(({ asset }) => asset) : [movement.asset]
  if (assets.length === 0) return unreadable('empty')
  return assets.some(isZero) ? unreadable('contract') : movement
}

const unreadable = (why: UnreadableMoney['why']): UnreadableMoney => ({ kind: 'unreadable-money', why })
const isZero = (address: string) => /^0x0+$/.test(address)

function looksLikeMoney({ domain }: TypedData, text: string): boolean {
  const contract = domain.verifyingContract?.toLowerCase() ?? ''
  return CONTRACTS.has(contract) || /permit/i.test(domain.name ?? '') || SIGNS.some((sign) => sign.test(text))
}

/** A Permit2 transfer with a struct hung on it, and which form it is without. */
function witnessOf(
  { types, primaryType, message }: TypedData,
  text: string,
): { readonly kind: 'permit2-transfer' | 'permit2-batch'; readonly witness: Witness } | null {
  const kind =
    primaryType === 'PermitWitnessTransferFrom'
      ? 'permit2-transfer'
      : primaryType === 'PermitBatchWitnessTransferFrom'
        ? 'permit2-batch'
        : null
  if (kind === null) return null
  const [, members = '', others] = /^\w+\((.*?)\)(.*)$/.exec(FORMS[kind]) ?? []
  const type = types[primaryType]?.at(-1)?.type ?? ''
  const value = message.witness
  if (
    !Object.hasOwn(types, type) ||
    !isStruct(value) ||
    !text.startsWith(`${primaryType}(${members},${type} witness)`) ||
    `TokenPermissions(${membersText(types.TokenPermissions ?? [])})` !== others
  )
    return null
  return { kind, witness: { text: typeText(types, type), value } }
}

const isStruct = (value: unknown): value is TypedStruct => typeof value === 'object' && !Array.isArray(value)
