/** Tools and agents that ask to be paid, and what they say of themselves. */
export const agents = {
  tool: 'tool',
  overMcp: 'over MCP. The address above is the server’s own; a name such as mcp://tool/… is none.',
  quotedTwice: 'The first of the two is shown and would be paid.',
  agent: 'agent',
  claims: 'what its card says',
  noCard: 'it has no card that can be read',
  undeclared: 'its card says nothing of payments',
  elsewhere: 'its card names addresses of other sites',
  task: 'task',
  cart: 'cart',
  noMerchant: 'no merchant’s name',
  until: (time: string) => `good until ${time}`,
  doubts: {
    expired: 'The cart has expired.',
    'expires-before-payment': 'The cart expires before the payment does.',
    'expiry-unreadable': 'Nobody can read when the cart expires.',
    'no-total': 'The cart has no total to compare.',
    'not-comparable': 'The total of the cart cannot be compared with what is paid.',
    'total-differs': 'The cart has another total than what is paid.',
  },
  again: 'The agent asks again in a task for which a payment was sent.',
  againMore: 'The first one can still be taken.',
  receipts: {
    shrunk: 'The agent left out receipts that it had sent.',
    edited: 'The agent changed receipts that it had sent.',
  },
}
