import type { AnswerKind } from './steps'

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** What a server answers to a request that carried a payment, as the browser reports it. */
export function answerOf(
  kind: Exclude<AnswerKind, 'nothing'>,
  transaction: string,
): { status: number; headers: readonly (readonly [string, string])[] } {
  const settlement = (value: object) => [['payment-response', base64(value)] as const]
  switch (kind) {
    case 'settled':
      return { status: 200, headers: settlement({ success: true, transaction, network: 'eip155:84532' }) }
    case 'settled-500':
      return { status: 500, headers: settlement({ success: true, transaction, network: 'eip155:84532' }) }
    case 'again':
      return { status: 402, headers: [['payment-required', base64({ x402Version: 2, accepts: [] })]] }
    case 'error':
      return { status: 503, headers: [] }
    case 'refused':
      return { status: 402, headers: settlement({ success: false, errorReason: 'no', transaction: '' }) }
    case 'garbage':
      return { status: 200, headers: settlement({ success: true, transaction: 'a tale', network: 7 }) }
    case 'plain':
      return { status: 200, headers: [] }
    case 'plain-502':
      return { status: 502, headers: [] }
    case 'pending':
      return {
        status: 402,
        headers: settlement({
          success: false,
          errorReason: 'settlement_pending',
          transaction,
          network: 'eip155:84532',
        }),
      }
  }
}
