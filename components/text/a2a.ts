import { isRecord, parseJson } from '@/lib/core/json/parse'
import type { Action } from '@/lib/ledger/schema'
import type { Cart } from '@/lib/wire/a2a/cart'

/** What the card of an agent says, as the page told it. */
export type CardClaims = {
  readonly name: string
  readonly skills: readonly string[]
  /** whether it declares the x402 extension */
  readonly pays: boolean
  /** whether all its addresses are on the origin that has the card */
  readonly here: boolean
}

/** What a cart says, in the seller's words. */
export type CartClaims = Pick<Cart, 'merchant' | 'total' | 'currency' | 'expiry'>

/** The card in what is bought from an agent; null without one that can be read. */
export function cardIn(action: Action | null): CardClaims | null {
  const { name, skills, x402, here } = jsonIn(action, 'card')
  if (typeof name !== 'string') return null
  return {
    name,
    skills: Array.isArray(skills) ? skills.filter((skill) => typeof skill === 'string') : [],
    pays: x402 === 'declared' || x402 === 'required',
    here: here === true,
  }
}

/** The cart that an agent's offer stood in; null without one. */
export function cartIn(action: Action | null): CartClaims | null {
  const said = jsonIn(action, 'cart')
  if (!('total' in said)) return null
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : null)
  return {
    merchant: text('merchant'),
    total: text('total'),
    currency: text('currency'),
    expiry: text('expiry'),
  }
}

function jsonIn(action: Action | null, name: string): Record<string, unknown> {
  const text = action?.kind === 'a2a' ? action[name] : undefined
  const read = text === undefined ? null : parseJson(text)
  return read?.ok === true && isRecord(read.value) ? read.value : {}
}
