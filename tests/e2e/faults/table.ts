/** The steps of one payment, in the order in which docs/architecture.md tells them. */
export const STEPS = [
  'seen',
  'read',
  'decided',
  'asked',
  'reserved',
  'signed',
  'sent',
  'followed',
  'proved',
] as const

/** What can go wrong at a step. */
export const FAULTS = [
  'worker killed',
  'browser killed',
  'network cut',
  'server cut after settling',
  'server slow past the window',
  'RPC down',
  'RPC lying',
  'write fails',
  'clock set back',
  'clock set forward',
] as const

export type StepName = (typeof STEPS)[number]
export type FaultName = (typeof FAULTS)[number]

/**
 * How a purchase can end. In each of them the chain's sum is that of the receipts, nothing is paid twice, and
 * the screens say what is so.
 *
 * - paid: paid once, and the buyer has the answer
 * - kept: paid once, the answer was lost; the receipt says so
 * - freed: signed, never used; the amount is free again after the chain has proved it
 * - nothing: nothing was signed
 */
export type Ending = 'paid' | 'kept' | 'freed' | 'nothing'

/** Why some cells cannot happen, by the mark that stands in them. */
export const REASONS = {
  a: 'no server has anything yet that it could settle',
  b: 'no signature has left, so no window runs at a server',
  c: 'the step writes nothing',
} as const

/** A cell: the ends that its forms have, or the mark of the reason why it cannot happen. */
export type Cell = { readonly ends: readonly Ending[] } | { readonly cannot: keyof typeof REASONS }

const ends = (...list: readonly Ending[]): Cell => ({ ends: list })
const cannot = (why: keyof typeof REASONS): Cell => ({ cannot: why })

/** Every step with every fault. */
export const TABLE: Readonly<Record<StepName, Readonly<Record<FaultName, Cell>>>> = {
  seen: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid'),
    'network cut': ends('paid'),
    'server cut after settling': cannot('a'),
    'server slow past the window': cannot('b'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': cannot('c'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  read: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid'),
    'network cut': ends('paid'),
    'server cut after settling': cannot('a'),
    'server slow past the window': cannot('b'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': cannot('c'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  decided: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid'),
    'network cut': ends('paid'),
    'server cut after settling': cannot('a'),
    'server slow past the window': cannot('b'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  asked: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid'),
    'network cut': ends('paid'),
    'server cut after settling': cannot('a'),
    'server slow past the window': cannot('b'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  reserved: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid', 'nothing'),
    'network cut': ends('paid'),
    'server cut after settling': cannot('a'),
    'server slow past the window': cannot('b'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid'),
    'clock set back': ends('nothing'),
    'clock set forward': ends('paid', 'nothing'),
  },
  signed: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid', 'freed', 'nothing'),
    'network cut': ends('paid'),
    'server cut after settling': cannot('a'),
    'server slow past the window': cannot('b'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid', 'freed'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  sent: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid', 'freed'),
    'network cut': ends('paid'),
    'server cut after settling': ends('paid'),
    'server slow past the window': ends('paid'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  followed: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid', 'kept'),
    'network cut': ends('paid'),
    'server cut after settling': ends('paid'),
    'server slow past the window': ends('paid'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
  proved: {
    'worker killed': ends('paid'),
    'browser killed': ends('paid'),
    'network cut': ends('paid'),
    'server cut after settling': ends('paid'),
    'server slow past the window': ends('paid'),
    'RPC down': ends('paid'),
    'RPC lying': ends('paid'),
    'write fails': ends('paid'),
    'clock set back': ends('paid'),
    'clock set forward': ends('paid'),
  },
}
