/**
 * Asks the browser to keep the wallet's storage when the disk is short. Called after a person's own act: a
 * browser may ask them. A refusal changes nothing here.
 */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // A browser without it keeps what it likes.
  }
}
