import type { Ledger } from '@/lib/ledger/schema'

/** What the owner chose. Dollars are decimal text; lists hold whole origins. */
export type Settings = {
  readonly perPaymentUsd: string
  readonly perDayUsd: string
  readonly perSiteDayUsd: string
  readonly testnets: boolean
  readonly paused: boolean
  readonly blockedOrigins: readonly string[]
  /** minutes without use until the wallet locks itself */
  readonly autoLockMinutes: number
  /** software drives this browser: every approval asks for the password */
  readonly agentsDrive: boolean
  readonly language: 'auto' | 'en' | 'es'
  /** RPC address by CAIP-2 network, where it differs from the default */
  readonly rpc: Readonly<Record<string, string>>
  /** the account that pays; null until a vault exists */
  readonly account: string | null
  readonly backedUp: boolean
}

/** Limits as design.md sets them; nothing automatic, test money off. */
export const DEFAULT_SETTINGS: Settings = {
  perPaymentUsd: '1.00',
  perDayUsd: '10.00',
  perSiteDayUsd: '5.00',
  testnets: false,
  paused: false,
  blockedOrigins: [],
  autoLockMinutes: 60,
  agentsDrive: false,
  language: 'auto',
  rpc: {},
  account: null,
  backedUp: false,
}

/** The settings row; fields added by a later version take their defaults. */
export async function readSettings(ledger: Ledger): Promise<Settings> {
  const row = await ledger.documents.get('settings')
  return { ...DEFAULT_SETTINGS, ...(row?.value as Partial<Settings> | undefined) }
}

/** Changes some settings in one transaction and gives the result. */
export function writeSettings(ledger: Ledger, change: Partial<Settings>): Promise<Settings> {
  return ledger.transaction('rw', ledger.documents, async () => {
    const value = { ...(await readSettings(ledger)), ...change }
    await ledger.documents.put({ name: 'settings', value })
    return value
  })
}
