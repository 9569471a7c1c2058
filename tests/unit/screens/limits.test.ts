import { describe, expect, it } from 'vitest'

import { budgetReason, mandateReason } from '@/components/i18n/decisions'
import { en } from '@/components/i18n/en'
import { es } from '@/components/i18n/es'
import { formats } from '@/components/i18n/format'
import {
  amountWithUnit,
  anyWindowText,
  dayText,
  freesText,
  limitByName,
  limitHere,
  periodText,
  subjectName,
  windowText,
} from '@/components/i18n/limits'
import { left, toAtomic, typedDecimal } from '@/components/text/amount'
import {
  choiceParts,
  nameOf,
  SCOPE_CHOICES,
  WINDOW_NAMES,
  windowName,
  windowOf,
} from '@/components/text/choices'
import { plainText } from '@/components/text/visible'
import type { BudgetView, LimitView, UnitView } from '@/lib/doors/ui-protocol'

const format = formats('en')
const USD: UnitView = { kind: 'usd', testnet: false }
const USDC: UnitView = {
  kind: 'asset',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  symbol: 'USDC',
  decimals: 6,
}
const rolling = (seconds: number) => ({ kind: 'rolling', seconds }) as const
const DAY = 86_400
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

describe('the label of a limit', () => {
  it.each([
    ['everything', '*', rolling(DAY), 'all sites, last 24 hours', 'all sites, last 24 hours'],
    ['site', 'news.example', rolling(DAY), 'this site, last 24 hours', 'news.example, last 24 hours'],
    [
      'origin',
      'https://api.news.example',
      rolling(3_600),
      'this host, last hour',
      'api.news.example, last hour',
    ],
    ['agent', 'research-agent', { kind: 'month' }, 'this agent, this month', 'research-agent, this month'],
    ['payee', PAYEE, { kind: 'total' }, 'this payee, in all', '0x209693…12287C, in all'],
    ['intent', 'id', rolling(7 * DAY), 'this purchase, last 7 days', 'One purchase, last 7 days'],
    ['mandate', 'id', rolling(30 * DAY), 'this mandate, last 30 days', 'One mandate, last 30 days'],
  ] as const)('of %s is right for the payment on screen and by name', (scope, label, window, here, named) => {
    const limit: Pick<LimitView, 'scope' | 'label' | 'window'> = { scope, label, window }
    expect(limitHere(limit, en, format)).toBe(here)
    expect(limitByName(limit, en, format)).toBe(named)
  })

  it('shows what an agent’s name hides, and does not let it push the numbers away', () => {
    const label = `a\u202eb${'x'.repeat(100)}`
    const shown = subjectName({ scope: 'agent', label }, en)
    expect(shown.startsWith('a[U+202E]bxx')).toBe(true)
    expect(shown.endsWith('…')).toBe(true)
    expect(shown.length).toBeLessThan(80)
  })

  it('has a word for every window in every language', () => {
    for (const t of [en, es]) {
      const texts = WINDOW_NAMES.map((name) => windowText(windowOf(name), t, format))
      expect(new Set(texts).size).toBe(WINDOW_NAMES.length)
      const anywhere = WINDOW_NAMES.map((name) => anyWindowText(windowOf(name), t, format))
      expect(new Set(anywhere).size).toBe(WINDOW_NAMES.length)
      const periods = WINDOW_NAMES.map((name) => periodText(windowOf(name), t, format))
      expect(new Set(periods).size).toBe(WINDOW_NAMES.length)
    }
  })

  it('says a length without a name of its own exactly', () => {
    expect(windowText(rolling(5_400), en, format)).toBe('last 90 minutes')
    expect(anyWindowText(rolling(2 * DAY), en, format)).toBe('any 2 days')
    expect(periodText(rolling(2 * DAY), en, format)).toBe('in 2 days')
  })
})

describe('an amount in the unit of its limit', () => {
  it('has the sign of dollars or the word of the token', () => {
    expect(amountWithUnit(USD, '0.5', 'en-US')).toBe('$0.50')
    expect(amountWithUnit(USDC, '2', 'en-US')).toBe('2 USDC')
  })

  it('names a token by its contract where its symbol is none', () => {
    for (const symbol of [null, '', 'US\u200bDC', 'free money, click here'])
      expect(amountWithUnit({ ...USDC, symbol }, '2', 'en-US')).toBe('2 0x833589…A02913')
  })

  it('leaves nothing below zero', () => {
    expect(left('1.50', '2.00')).toBe('0.5')
    expect(left('0', '100')).toBe('100')
    expect(left('2.01', '2.00')).toBe('0')
  })
})

describe('when a limit frees', () => {
  const at = (hour: number, day = 30) => new Date(2026, 10, day, hour).getTime()

  it('is an hour of today, and a day with an hour after that', () => {
    expect(freesText(at(14), at(9), en, format)).toBe('frees at 14:00')
    expect(freesText(at(14, 31), at(9), en, format)).toBe('frees on 1 Dec, 14:00')
  })

  it('names the year of a day that is not in this one', () => {
    expect(dayText(at(0), at(9), format)).toBe('30 Nov')
    expect(dayText(new Date(2027, 10, 30).getTime(), at(9), format)).toBe('30 Nov 2027')
  })
})

describe('why a mandate did not pay', () => {
  const token = { decimals: 6, symbol: 'USDC' }
  const say = (fact: Record<string, string>, unit?: UnitView) =>
    mandateReason({ rule: 'mandate', ...fact }, en, format, token, unit)

  it('says nothing where there is no mandate', () => {
    expect(say({})).toBeNull()
  })

  it.each([
    [{ reason: 'revoked' }, 'You revoked the mandate for it.'],
    [{ reason: 'paused' }, 'Your mandate for it is paused.'],
    [{ reason: 'payee' }, 'Your mandate is for another payee.'],
    [
      { reason: 'amount', limit: '250000', asked: '400000' },
      'Your mandate admits 0.25 USDC each; this is 0.40 USDC.',
    ],
    [{ reason: 'path', limit: '/news\u202e' }, 'Your mandate is only for paths under /news[U+202E].'],
    [{ reason: 'funds', balance: '0' }, 'The account that your mandate pays from holds 0.00 USDC.'],
    [
      { reason: 'repeated', secondsAgo: '120' },
      'The same was paid 2 minutes ago; whether it is bought again, you say.',
    ],
    [{ reason: 'something new' }, 'Your mandate does not cover it.'],
  ])('names the rule and its numbers: %j', (fact, words) => {
    expect(say(fact as Record<string, string>)).toBe(words)
  })

  it('counts the total in the mandate’s own unit', () => {
    const fact = { reason: 'total', limit: '2', committed: '1.9', over: '0.15' }
    expect(say(fact)).toBe('$1.90 of the $2.00 of your mandate are used; this is $0.15 over.')
    const atomic = { reason: 'total', limit: '2000000', committed: '1900000', over: '150000' }
    expect(say(atomic, USDC)).toBe(
      '1.90 USDC of the 2.00 USDC of your mandate are used; this is 0.15 USDC over.',
    )
  })

  it('says that a total does not count this money where it has no numbers', () => {
    expect(say({ reason: 'total' })).toBe('Your mandate does not count this kind of money.')
  })
})

describe('which limit holds a payment', () => {
  const budget = (part: Partial<BudgetView>): BudgetView => ({
    id: 'site-day-real',
    scope: { kind: 'site', value: null },
    unit: USD,
    limit: '5',
    window: rolling(DAY),
    removable: false,
    standings: [],
    ...part,
  })
  const fact = {
    rule: 'budget',
    budget: 'site-day-real:news.example',
    limit: '5.00',
    committed: '4.9',
    asked: '0.25',
    over: '0.15',
  }

  it('is told by name, with what is used and what is over', () => {
    expect(budgetReason(fact, [budget({})], en, format)).toBe(
      'news.example, last 24 hours: $4.90 of $5.00 used; this is $0.15 over.',
    )
  })

  it('reads the numbers of a limit in one token as that token’s', () => {
    const own = {
      rule: 'budget',
      budget: 'x:*',
      limit: '2000000',
      committed: '1900000',
      asked: '1',
      over: '150000',
    }
    const rule = budget({ id: 'x', scope: { kind: 'everything' }, unit: USDC, window: { kind: 'total' } })
    expect(budgetReason(own, [rule], en, format)).toBe(
      'all sites, in all: 1.90 USDC of 2.00 USDC used; this is 0.15 USDC over.',
    )
  })

  it('still has its numbers where the limit was removed since', () => {
    expect(budgetReason(fact, [], en, format)).toBe(
      'a limit of yours: $4.90 of $5.00 used; this is $0.15 over.',
    )
  })
})

describe('what a limit can be for', () => {
  it('offers each of a kind and one of it, except for one purchase', () => {
    expect(SCOPE_CHOICES).not.toContain('one intent')
    expect(choiceParts('one payee')).toEqual({ kind: 'payee', isOne: true })
    expect(choiceParts('payee')).toEqual({ kind: 'payee', isOne: false })
  })

  it('reads a site as its registrable domain, however it is typed', () => {
    expect(nameOf('site', ' https://www.News.example/a ')).toBe('news.example')
    expect(nameOf('site', 'news.example')).toBe('news.example')
    expect(nameOf('site', 'two words')).toBeNull()
  })

  it('reads a host with its scheme and port', () => {
    expect(nameOf('origin', 'api.news.example:8443/x')).toBe('https://api.news.example:8443')
    expect(nameOf('origin', 'ftp://news.example')).toBeNull()
  })

  it('takes a whole address for a payee, and no name for nothing', () => {
    expect(nameOf('payee', PAYEE)).toBe(PAYEE)
    expect(nameOf('payee', PAYEE.slice(0, 20))).toBeNull()
    expect(nameOf('agent', '  ')).toBeNull()
    expect(nameOf('mandate', '')).toBeNull()
  })

  it('finds every window again by its length', () => {
    expect(WINDOW_NAMES.map((name) => windowName(windowOf(name)))).toEqual(WINDOW_NAMES)
  })
})

describe('an amount as it is typed', () => {
  it('may have a sign and a comma', () => {
    expect(typedDecimal(' $0,25 ')).toBe('0.25')
  })

  it('becomes atomic exactly, or not at all', () => {
    expect(toAtomic('0.25', 6)).toBe('250000')
    expect(toAtomic('0.0000001', 6)).toBeNull()
    expect(toAtomic('1e3', 6)).toBeNull()
  })
})

describe('a foreign name in a sentence', () => {
  it('shows what would not be seen', () => {
    expect(plainText('a\u200bb')).toBe('a[U+200B]b')
  })
})
