/**
 * Questions that move no money by themselves, by kind. `asks` stands behind the name of who asks, and `yes`
 * on the button.
 */
export const questions = {
  title: 'Request',
  agent: 'for an agent that calls itself',
  answered: 'Answered',
  goneMore: 'The page was closed or went on, or it waited too long. Nothing was given.',
  lockedAsk: 'Somebody asks for something. Unlock to see it.',
  password: 'Password, because software drives this browser.',
  notTaken: 'The wallet does not take this as it stands. Nothing may be wider than your own limits.',
  connect: {
    asks: 'wants to see your account',
    yes: 'Connect',
  },
  message: {
    asks: 'wants a signature under a message',
    yes: 'Sign',
  },
  'typed-data': {
    asks: 'wants a signature under data',
    yes: 'Sign',
  },
  mandate: {
    asks: 'wants to be paid without asking each time',
    yes: 'Allow',
    terms: 'What may be paid',
    cannot: 'The wallet does not know this token. It can only be declined.',
    days: 'days',
    narrower: 'As asked for, or less.',
    transports: 'asked for by',
    transport: {
      http: 'its own web requests',
      mcp: 'tools that its page calls (MCP)',
      a2a: 'agents that its page speaks to (A2A)',
      provider: 'offers that its page hands to the wallet',
    },
  },
  extension: {
    asks: 'wants to use this wallet',
    yes: 'Connect',
    id: 'extension',
    means:
      'This is another extension of your browser. It may then ask for payments and for mandates, as a page does: each still needs you, or a mandate of yours.',
  },
}
