import { ledger } from './ledger'
import { type NetworkDocument, networkStates } from './network-states'

/** A new object whenever a document of settings, policy or the vault changed: a reason to ask the background again. */
export async function documentsChanged(): Promise<object> {
  await ledger.documents.toArray()
  return {}
}

/** A new object whenever this payment or something signed for it changed. */
export async function paymentChanged(intentId: string): Promise<object> {
  await Promise.all([
    ledger.intents.get(intentId),
    ledger.authorizations.where('intentId').equals(intentId).toArray(),
  ])
  return {}
}

/** A new object whenever this question changed. */
export async function questionChanged(id: string): Promise<object> {
  await ledger.requests.get(id)
  return {}
}

/** A new object whenever a payment or a question began or stopped waiting for a person. */
export async function waitingChanged(): Promise<object> {
  await Promise.all([
    ledger.intents.where('state').equals('asking').toArray(),
    ledger.requests.where('state').equals('asking').toArray(),
  ])
  return {}
}

/** A new object whenever an amount was held, spent or released. */
export async function totalsChanged(): Promise<object> {
  await ledger.totals.toArray()
  return {}
}

/** A new object whenever a mandate was given or changed. */
export async function mandatesChanged(): Promise<object> {
  await ledger.mandates.toArray()
  return {}
}

/** How each network stood when it was last read, by CAIP-2; followed by the screens. */
export function allNetworkStates(): Promise<Readonly<Record<string, NetworkDocument>>> {
  return networkStates(ledger)
}
