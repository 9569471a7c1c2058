import { at, jsonOf, own } from './fields'
import type { A2aPayment } from './read'

/** Longest message that is digested. */
const MAX_MESSAGE = 1_000_000

/**
 * The text that stands for the page's own message in a digest: its parts and metadata, for its id is
 * another each time.
 *
 * @param sent the message, or the request or parameters that hold it
 * @returns null where there is no message
 */
export function saidIn(sent: unknown): string | null {
  const message = at(sent, 'params', 'message') ?? own(sent, 'message') ?? sent
  const parts = own(message, 'parts')
  return parts === undefined ? null : jsonOf([parts, own(message, 'metadata')], MAX_MESSAGE)
}

/**
 * What a payment is for, as the envelope binds it: the task and context that ask, and what the page
 * had said. With the URL of the agent, which the envelope has anyway, an approval for one task pays
 * for no other.
 *
 * @param messageDigest of {@link saidIn}; null where the page's message is not known
 */
export function a2aAction(
  { taskId, contextId }: Pick<A2aPayment, 'taskId' | 'contextId'>,
  messageDigest: string | null,
): Readonly<Record<string, string>> {
  return {
    ...(taskId && { taskId }),
    ...(contextId && { contextId }),
    ...(messageDigest && { messageDigest }),
  }
}
