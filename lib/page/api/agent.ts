import type { Json } from '../protocol'
import { call } from './channel'

/** What an agent in a page calls: plain JSON in and out, by id, never a promise that hangs. */
export type AgentApi = {
  /** where a purchase stands */
  getPayment(id: string): Promise<Json>
  /** the caller wants it no more */
  cancel(id: string): Promise<Json>
}

/** Makes the part of the provider that pays. */
export function agentApi(): AgentApi {
  return {
    getPayment: (id) => call('payment', { id }),
    cancel: (id) => call('cancel', { id }),
  }
}
