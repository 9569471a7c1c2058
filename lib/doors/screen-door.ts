import { type Browser, browser } from 'wxt/browser'

import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import { writeSettings } from '@/lib/ledger/write/documents'
import type { Wallet } from '@/lib/payments/wallet'
import { type Host, host } from './late-host'
import { procedures } from './procedures'
import { fail, faultOf } from './reply'
import { isOwnScreen } from './senders'
import type { UiName, UiReply, UiRequest } from './ui-protocol'

const isCall = (value: unknown): value is UiRequest => {
  const m = value as { door?: unknown; name?: unknown } | null
  return typeof m === 'object' && m !== null && m.door === 'ui' && typeof m.name === 'string'
}

/** Admits calls of the wallet's own screens, and of nobody else (atk-039). */
export function admitScreens(wallet: Wallet): void {
  browser.runtime.onMessage.addListener((value: unknown, sender: Browser.runtime.MessageSender, reply) => {
    if (!isCall(value) || !isOwnScreen(sender)) return undefined
    call(wallet, value).then(reply, (thrown: unknown) => reply(fail(faultOf(thrown)) satisfies UiReply))
    return true
  })
}

async function call<N extends UiName>(
  wallet: Wallet,
  { name, value, driven }: UiRequest<N>,
): Promise<UiReply<N>> {
  await wallet.ready
  // From the first screen that software drives, a click proves nobody: the password does, until the owner
  // switches that off in a browser of their own.
  if (driven === true && !(await readSettings(wallet.ledger)).agentsDrive)
    await writeSettings(wallet.ledger, { agentsDrive: true })
  const answer = named(procedures, name) ?? named((await late()).lateProcedures, name)
  return answer === undefined
    ? { error: { code: 'failed' } }
    : ((await answer(wallet, value as never, host)) as UiReply<N>)
}

type Procedure = (wallet: Wallet, value: never, host: Host) => Promise<UiReply>

/** A name that is in neither map is nobody's call. */
const named = (of: object, name: string): Procedure | undefined =>
  Object.hasOwn(of, name) ? (of as Readonly<Record<string, Procedure>>)[name] : undefined
