/** Many requests at once. */
export const queue = {
  title: 'Waiting requests',
  position: (at: string, all: string) => `${at} of ${all}`,
  same: (count: string) => `${count} equal requests.`,
  sameMore: 'The same site, address, amount and payee. Each is decided and held for itself.',
  payAll: (count: string, sum: string) => `Pay all ${count}: ${sum}`,
  declineAll: (count: string) => `Decline all ${count}`,
  paying: (at: string, all: string) => `Paying ${at} of ${all}…`,
  goOn: (count: string) => `Go on: ${count} waiting`,
  declineSite: (count: string) => `Decline all ${count} from this site`,
}
