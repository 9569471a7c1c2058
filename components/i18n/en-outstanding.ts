/** What is signed and not proved yet: the list, its three acts, and what each came to. */
export const outstandingWords = {
  title: 'Outstanding',
  lede: 'Signed, and not proved yet. Whoever holds such a signature can use it until its time is over, so its amount stays held.',
  empty: 'Nothing is outstanding: the chain has proved what became of every signature.',
  held: (count: number, amounts: string, last: string) =>
    `${count === 1 ? '1 signature' : `${count} signatures`}, ${amounts} held, last ends ${last}`,
  heldOver: (count: number, amounts: string) =>
    `${count === 1 ? '1 signature' : `${count} signatures`}, ${amounts} held, waiting for the chain`,
  to: 'to',
  left: (time: string) => `can be used for ${time} more`,
  over: 'its time is over; waiting for the chain to say that it was not used',
  claimed: 'the server says that it is paid; the chain has not shown it yet',
  sent: (count: number) => (count === 1 ? 'sent once' : `sent ${count} times`),
  notSent: 'never left',
  older: 'Older',
  newest: 'Newest',
  ask: 'Ask the chain now',
  send: 'Send again',
  cancel: 'Cancel…',
  actionOf: (act: string, host: string, amount: string) => `${act}: ${amount}, ${host}`,
  said: {
    proved: 'The chain has proved it.',
    open: 'The chain does not say yet what became of it, or no node answered. It stays held.',
    silent: 'No node answered. It stays held.',
  },
  how: {
    loaded: 'The page was loaded again with the same payment. It cannot pay twice.',
    page: 'Ask again on that page: its next equal request in the next five minutes carries the same payment. It cannot pay twice.',
    closed:
      'The page that asked is not open. Open it and ask again within five minutes: its request carries the same payment. It cannot pay twice.',
  },
  cannot: {
    unsigned: 'Nothing was signed yet.',
    dead: 'The chain proved that nobody can use it any more.',
    carried: 'Its page has the signature and sends it itself.',
    delivered: 'It was paid and delivered. Asking for it again is a new payment.',
    'window-over': 'Its time is over: no server takes it any more. Only the chain can say what became of it.',
    underway: 'It has just left, and its answer may still come.',
    often: 'It was sent often enough.',
    agent: 'The agent that asked has it, and sends it again when you tell it to try again.',
    paused: 'Payments are paused, or the site is blocked: nothing leaves.',
    missing: 'There is no such payment.',
    'no-gas':
      'The account has too little of the chain’s own coin to pay the fee of a cancellation. Wait for its end instead.',
    'no-node': 'No node answers, so the fee is not known.',
    'no-way': 'No transaction ends a payment of this kind. Wait for its end instead.',
    over: 'There is nothing to cancel any more.',
  },
  race: 'A cancellation is a transaction of your account with a fee. Until it stands in a block the seller can still take the payment, and if it is faster the fee is spent for nothing. The amount stays held until the chain shows which of the two came first.',
  toFee: 'See the fee',
  keep: 'Keep it',
  waits: 'The cancellation waits for you in the approval window, with its largest fee.',
}
