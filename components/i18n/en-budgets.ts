/** What a limit is for, as seen from the payment on screen. */
export const limitOf = {
  everything: 'all sites',
  site: 'this site',
  origin: 'this host',
  agent: 'this agent',
  payee: 'this payee',
  intent: 'this purchase',
  mandate: 'this mandate',
}

/** The time that a limit counts over. */
export const windows = {
  hour: 'last hour',
  last: (time: string) => `last ${time}`,
  month: 'this month',
  total: 'in all',
  labelled: (what: string, window: string) => `${what}, ${window}`,
  frees: (moment: string) => `frees at ${moment}`,
  freesOn: (moment: string) => `frees on ${moment}`,
}

/** The time that a mandate may spend its total in, after an amount; `choices` are names for a list. */
export const periods = {
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  each: (time: string) => `in ${time}`,
  month: 'a calendar month',
  total: 'in all',
  choices: {
    hour: 'hour',
    day: 'day',
    week: 'week',
    days30: '30 days',
    month: 'month',
    total: 'in all',
  },
}

/** Why the mandate that came nearest did not pay. */
export const mandateReasons = {
  revoked: 'You revoked the mandate for it.',
  expired: (day: string) => `Your mandate for it ended on ${day}.`,
  paused: 'Your mandate for it is paused.',
  agent: 'Your mandate is for another agent.',
  transport: 'Your mandate is for another way of asking.',
  path: (path: string) => `Your mandate is only for paths under ${path}.`,
  asset: 'Your mandate is for another token or network.',
  payee: 'Your mandate is for another payee.',
  amount: (limit: string, asked: string) => `Your mandate admits ${limit} each; this is ${asked}.`,
  total: (used: string, limit: string, over: string) =>
    `${used} of the ${limit} of your mandate are used; this is ${over} over.`,
  totalOther: 'Your mandate does not count this kind of money.',
  repeated: (ago: string) => `The same was paid ${ago} ago; whether it is bought again, you say.`,
  funds: (held: string) => `The account that your mandate pays from holds ${held}.`,
  upto: 'Your mandate is for prices that are known beforehand.',
  other: 'Your mandate does not cover it.',
}

/** A limit that a payment would break, in a decision's facts. */
export const overFact = (label: string, used: string, limit: string, over: string) =>
  `${label}: ${used} of ${limit} used; this is ${over} over.`
export const aLimit = 'a limit of yours'

/** Paying a site without asking, from the approval window. */
export const allow = {
  open: 'Pay without asking, up to…',
  title: 'Pay this site without asking',
  each: 'each',
  total: 'total',
  per: 'per',
  lasts: 'for',
  inDollars: (label: string) => `${label}, in dollars`,
  from: 'pay from',
  recommended: 'recommended',
  spending: 'Spending account',
  fromSpending: 'your spending account',
  fresh: 'new and empty',
  empty: 'empty',
  unknown: 'balance unknown',
  spendingWhy: 'It holds only what you put there: the chain itself is the last ceiling.',
  ownWhy: 'A fault in a limit could reach all that this account holds.',
  payee: 'who is paid',
  onlyThis: 'only this payee',
  anyPayee: 'any payee of this site',
  anyPayeeMore:
    'The site then chooses for each payment where your money goes. Some sites make an address for each.',
  more: 'More',
  path: 'only paths under',
  pathAll: 'all of the site',
  pathBad: 'A path begins with /.',
  window: 'a signature can be used for, in seconds',
  windowBad: (most: string) => `Whole seconds, ${most} at most.`,
  repeat: 'The same may be paid again',
  repeatMore: 'within ten minutes',
  amountBad: 'Dollars, such as 0.25.',
  eachTooMuch: (most: string) => `Your limit for one payment is ${most}.`,
  eachTooLittle: (amount: string) => `This payment asks for ${amount}, so it still waits for your click.`,
  summary: (each: string, total: string, until: string, from: string) =>
    `is then paid without this window, up to ${each} each and ${total}, until ${until}, from ${from}. You can revoke it at any time.`,
  allow: 'Allow',
  allowAndPay: (amount: string) => `Allow, and pay ${amount} now`,
  allowing: 'Allowing…',
  password: 'Password, to allow this',
  tooWide:
    'The wallet does not take these numbers. A mandate may not be wider than your own limits: for one payment, and over the same or a longer time.',
  seeLimits: 'See your limits',
  allowed: 'Allowed.',
  stillWaits: 'This payment still waits for your click.',
  topUp: (account: string, symbol: string, network: string) =>
    `${account} does not hold enough. Send ${symbol} to it on ${network}:`,
}

/** Payments that a mandate made since the owner last looked. */
export const automatic = {
  title: 'Paid by themselves',
  line: (amount: string) => `Paid by itself: ${amount} to`,
  stop: 'Stop',
  pause: 'Pause',
  stopped: 'stopped',
  paused: 'paused',
  more: (count: number) => `${count} more`,
}

/** The page of limits and mandates. */
export const budgets = {
  title: 'Budgets',
  limits: 'Limits',
  newMandate: 'New mandate',
  mandates: 'Mandates',
  mandatesMore: 'Paid without asking, inside these bounds and every limit above.',
  noMandates: 'None. A mandate is given in the approval window, where a site asks to be paid.',
  settled: 'settled',
  held: 'held until proof',
  scope: 'scope',
  limit: 'limit',
  used: 'used',
  left: 'left',
  frees: 'frees up',
  actions: 'actions',
  who: 'who',
  atMost: 'at most',
  total: 'total',
  until: 'until',
  each: (amount: string) => `${amount} each`,
  perPayment: 'One payment',
  passwordOver: 'more only with your password',
  nothing: 'nothing',
  settledSum: (amount: string) => `${amount} settled`,
  heldSum: (amount: string) => `${amount} held`,
  fullest: (amount: string) => `${amount} at most,`,
  standings: (count: number) => `${count} in use`,
  freesMoment: (moment: string) => `at ${moment}`,
  freesDay: (moment: string) => `on ${moment}`,
  never: 'never',
  edit: 'Edit',
  editOf: (name: string) => `Edit: ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove: ${name}`,
  removePassword: 'Password, because this removes a limit',
  add: 'Add a limit',
  addTitle: 'A new limit',
  addFor: 'for',
  addMore: 'What was spent inside its time before counts already.',
  notTaken: 'The wallet does not take this limit: look at the amount and the name.',
  newLimit: 'limit',
  unit: 'in',
  dollars: 'dollars',
  onNetwork: (symbol: string, network: string) => `${symbol} on ${network}`,
  window: 'over',
  windows: {
    hour: 'any hour',
    day: 'any 24 hours',
    week: 'any 7 days',
    days30: 'any 30 days',
    month: 'a calendar month',
    total: 'all time',
  },
  anyTime: (time: string) => `any ${time}`,
  everything: 'Everything',
  eachOf: {
    site: 'Each site',
    origin: 'Each host',
    agent: 'Each agent',
    payee: 'Each payee',
    intent: 'Each purchase',
    mandate: 'Each mandate',
  },
  oneOf: {
    site: 'One site',
    origin: 'One host',
    agent: 'One agent',
    payee: 'One payee',
    intent: 'One purchase',
    mandate: 'One mandate',
  },
  kinds: {
    site: 'Site',
    origin: 'Host',
    agent: 'Agent',
    payee: 'Payee',
    intent: 'Purchase',
    mandate: 'Mandate',
  },
  nameOf: {
    site: 'site, such as news.example',
    origin: 'host, such as https://api.news.example',
    agent: 'name of the agent',
    payee: 'address of the payee',
    mandate: 'mandate',
  },
  nameBad: {
    site: 'A name such as news.example.',
    origin: 'An address such as https://api.news.example.',
    agent: 'The name that the agent goes by.',
    payee: '0x and 40 characters of 0 to 9 and a to f.',
    mandate: 'Choose one.',
  },
  amountBad: 'A number such as 2.50.',
  state: { active: 'active', paused: 'paused', revoked: 'revoked', expired: 'ended' },
  signatures: (time: string) => `signatures up to ${time}`,
  anyPayee: 'any payee',
  onePayee: 'to',
  payees: (count: number) => `to ${count} payees`,
  agentAt: 'at',
  path: (path: string) => `paths under ${path}`,
  repeats: 'may pay the same again at once',
  from: (account: string) => `from ${account}`,
  paid: (count: number, last: string) =>
    `${count === 1 ? '1 payment' : `${count} payments`}, the last ${last}`,
  neverPaid: 'no payment yet',
  extend: 'Extend',
  pause: 'Pause',
  resume: 'Resume',
  revoke: 'Revoke',
  actionOf: (action: string, site: string) => `${action}: ${site}`,
  extendTo: (day: string) => `until ${day}`,
  extendLabel: 'Extend to',
  extendPassword: 'Password, because this gives it more time',
  resumePassword: 'Password, to resume',
  ended: (count: number) => `${count} ended`,
}

/** The page of one payment. */
export const allowedBy = {
  mandate: 'A mandate of yours allowed it; nobody was asked.',
  see: 'See the mandate',
}
