/** Wakes those who wait for a payment to move on. In memory only: a waiter asks again after a restart. */
export class Changes {
  readonly #waiters = new Map<string, Set<() => void>>()

  /** Tells everyone who waits for this payment to look again. */
  emit(paymentId: string): void {
    for (const wake of this.#waiters.get(paymentId) ?? []) wake()
    this.#waiters.delete(paymentId)
  }

  /** Resolves at the next change of this payment, or after `ms`, whichever comes first. */
  next(paymentId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(paymentId) ?? new Set()
      const done = () => {
        clearTimeout(timer)
        waiters.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      waiters.add(done)
      this.#waiters.set(paymentId, waiters)
    })
  }
}
