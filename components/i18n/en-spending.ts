/** Spending over time. */
export const spending = {
  title: 'Spending',
  period: 'Period',
  periods: { day: 'Day', week: 'Week', month: 'Month' },
  by: 'Shown by',
  spenders: { site: 'site', agent: 'agent', mandate: 'mandate' },
  money: 'Money',
  real: 'real money',
  test: 'test money',
  caption: 'Spending by column of time, US dollars. What is held until proof is counted.',
  limit: (amount: string) => `${amount}, your limit`,
  others: (count: number) => (count === 1 ? '1 other' : `${count} others`),
  nothing: 'Nothing was spent in this time.',
  inAll: 'in all',
  all: 'All',
}
