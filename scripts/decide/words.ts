import type { DecisionCode, Fact, Reason } from '@/lib/core/admission/types'

/**
 * What lifts a code in the end: nothing, a person's click, the password, the owner's settings, time alone, or what
 * is in the owner's account (money, or an allowance). `none` stands for codes that hold nothing.
 */
export type Lift = 'none' | 'nothing' | 'click' | 'password' | 'settings' | 'time' | 'account'

/** For each code, in the order of admission, what lifts it at the least. */
export const LIFTED_BY: Readonly<Record<DecisionCode, Lift>> = {
  BLOCK_PAUSED: 'settings',
  BLOCK_ORIGIN: 'settings',
  BLOCK_INSECURE: 'nothing',
  BLOCK_INTENT_MISMATCH: 'nothing',
  BLOCK_REDIRECTED: 'nothing',
  BLOCK_MALFORMED_QUOTE: 'nothing',
  BLOCK_UNSUPPORTED_VERSION: 'nothing',
  HOLD_RECONCILIATION: 'time',
  BLOCK_ID_CONFLICT: 'nothing',
  RETURN_CACHED_RECEIPT: 'none',
  BLOCK_ALREADY_ATTEMPTED: 'nothing',
  BLOCK_EXTENSION_REQUIRED: 'nothing',
  BLOCK_UNSUPPORTED_SCHEME: 'nothing',
  BLOCK_UNSUPPORTED_NETWORK: 'settings',
  BLOCK_UNSUPPORTED_METHOD: 'nothing',
  BLOCK_PAYMENT_FLOW: 'nothing',
  BLOCK_ASSET_NOT_ALLOWED: 'settings',
  BLOCK_TOKEN_IDENTITY: 'nothing',
  BLOCK_AMOUNT: 'nothing',
  BLOCK_PAYEE: 'nothing',
  BLOCK_ASSET_CAP: 'settings',
  HOLD_LOCKED: 'password',
  HOLD_OVER_BUDGET: 'settings',
  HOLD_INSUFFICIENT_FUNDS: 'account',
  HOLD_ALLOWANCE_REQUIRED: 'account',
  HOLD_RESOURCE_MISMATCH: 'click',
  HOLD_NEW_PAYEE: 'click',
  HOLD_TERMS_CHANGED: 'click',
  HOLD_WINDOW_TOO_LONG: 'click',
  HOLD_RATE_LIMITED: 'click',
  HOLD_OVER_PAYMENT_LIMIT: 'password',
  HOLD_APPROVAL_REQUIRED: 'click',
  HOLD_DECLINED: 'nothing',
  HOLD_APPROVAL_USED: 'click',
  HOLD_APPROVAL_EXPIRED: 'click',
  HOLD_APPROVAL_MISMATCH: 'click',
  READY_TO_SIGN: 'none',
}

/** Why an offer is held or refused, and what the owner of the service could change; both whole sentences. */
export type Advice = { readonly reason: string; readonly remedy: string | null }

type Say = (fact: Fact) => Advice

const say =
  (reason: (fact: Fact) => string, remedy: string): Say =>
  (fact) => ({ reason: reason(fact), remedy })

/** Codes that a quote can cause by itself, for a new wallet; every other code needs a history or settings. */
const ADVICE: Partial<Record<DecisionCode, Say>> = {
  READY_TO_SIGN: () => ({ reason: 'A mandate within the default limits would pay it.', remedy: null }),
  HOLD_OVER_PAYMENT_LIMIT: say(
    (f) => `It costs $${f.asked}, over the $${f.limit} that a new wallet admits for one payment.`,
    'Offer a smaller unit of sale, at or below that price.',
  ),
  HOLD_OVER_BUDGET: say(
    (f) => `It costs $${f.asked}, over the $${f.limit} that a new wallet admits in a day (${budget(f)}).`,
    'Offer a smaller unit of sale; only the owner can raise this limit, in advance.',
  ),
  HOLD_WINDOW_TOO_LONG: say(
    (f) => `maxTimeoutSeconds is ${f.asked}; over ${f.limit} nothing is automatic.`,
    'Ask for the seconds that settling takes: 60 to 300.',
  ),
  HOLD_RESOURCE_MISMATCH: say(
    (f) => `resource.url names ${f.named}, but ${f.answered} answered.`,
    'Put the URL that clients ask for into resource.url; behind a proxy, make the server know its public host.',
  ),
  BLOCK_MALFORMED_QUOTE: say(
    (f) => `It cannot be read: ${f.reason}.`,
    'Send a list of 1 to 20 objects under accepts, each with scheme, network, asset and payTo as text and ' +
      'maxTimeoutSeconds as a whole number from 1 up.',
  ),
  BLOCK_UNSUPPORTED_VERSION: say(
    (f) => `It cannot be read: ${f.reason}.`,
    'Send x402Version as the number 2 (or 1).',
  ),
  BLOCK_UNSUPPORTED_SCHEME: say(
    (f) => `The scheme "${f.scheme}" is not among those that a new wallet pays.`,
    'Offer exact beside it.',
  ),
  BLOCK_UNSUPPORTED_NETWORK: (f) =>
    f.missing === 'testnets'
      ? {
          reason: `${f.network} is a test network, and those are off in a new wallet.`,
          remedy: 'Offer a network with real money beside it. To audit a test server, add --testnets.',
        }
      : f.missing === 'account'
        ? {
            reason: `A new wallet has no account on ${f.network}.`,
            remedy: 'Offer an EVM network beside it.',
          }
        : {
            reason: `The network "${f.network}" is not among those that a new wallet pays on.`,
            remedy: 'Offer a network with a default asset, by its CAIP-2 id (Base is eip155:8453).',
          },
  BLOCK_UNSUPPORTED_METHOD: say(
    (f) => `The transfer method "${f.method}" is not one that the wallet can sign.`,
    'Offer a token with EIP-3009 beside it, without extra.assetTransferMethod.',
  ),
  BLOCK_PAYMENT_FLOW: say(
    (f) => `The scheme has no payment flow "${f.flow}".`,
    'Leave extra.paymentFlow out.',
  ),
  BLOCK_ASSET_NOT_ALLOWED: say(
    (f) => `The asset ${f.asset} is no default asset of ${f.network}.`,
    "Offer the network's default dollar token, by its contract address.",
  ),
  BLOCK_TOKEN_IDENTITY: say(
    (f) => `extra.${f.field} says "${f.stated}", but the token's is "${f.pinned}".`,
    'State what the contract itself has, or leave the field out.',
  ),
  BLOCK_AMOUNT: say(
    (f) => `The amount "${f.amount}" is no whole number of atomic units.`,
    'Send digits alone as text, without sign, point, exponent or leading zero.',
  ),
  BLOCK_PAYEE: say(
    (f) => `payTo "${f.payTo}" cannot be paid: ${payee(f)}.`,
    'Put the address that shall receive the money into payTo.',
  ),
  BLOCK_INSECURE: say(
    () => 'The connection is not encrypted.',
    'Serve it over https; plain http is paid on this machine alone.',
  ),
  BLOCK_EXTENSION_REQUIRED: say(
    (f) => `It requires the extension "${f.extension}", which the wallet does not have.`,
    'Advertise the extension without info.required, so that others can pay as well.',
  ),
}

/** Says a reason of admission to the owner of a service. */
export function adviceOn({ code, facts }: Reason): Advice {
  const fact = facts[0] ?? { rule: '' }
  return ADVICE[code]?.(fact) ?? { reason: `Held with ${code} (${fact.rule}).`, remedy: null }
}

const budget = (fact: Fact): string =>
  fact.budget?.startsWith('site') === true ? 'at one site' : 'at all sites together'

const PAYEES: Readonly<Record<string, string>> = {
  'not-an-address': 'it is no address of this network',
  zero: 'nobody holds the zero address',
  token: "it is the token's own contract",
  'own-account': "it is the payer's own account",
}

const payee = (fact: Fact): string => PAYEES[fact.reason ?? ''] ?? fact.reason ?? 'no reason given'
