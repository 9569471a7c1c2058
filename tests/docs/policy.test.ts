import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_WINDOW_WITH_PERSON } from '@/lib/core/admission/approval'
import { DEFAULT_DAILY_LIMITS, DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import { MAX_OFFERS } from '@/lib/core/quote/read'
import { LIFTED_BY, type Lift } from '@/scripts/decide/words'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')

/** The rows of every table of docs/policy.md, cell by cell. */
const rows = read('docs/policy.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('|--'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )

const codeRows = rows.filter(([first]) => /^`[A-Z_]+`$/.test(first ?? ''))
const codeOf = ([first]: readonly string[]) => (first ?? '').replaceAll('`', '')

const WORDS: Readonly<Record<Lift, string>> = {
  none: '–',
  nothing: 'nothing',
  click: 'a click',
  password: 'the password',
  settings: 'your settings',
  time: 'time',
  account: 'your account',
}

describe('docs/policy.md', () => {
  it('has one row for every code that the type has, and for no other', () => {
    const source = read('lib/core/admission/types.ts')
    const type = /export type DecisionCode =\n((?: {2}\| '[A-Z_]+'\n)+)/.exec(source)?.[1] ?? ''
    const codes = [...type.matchAll(/'([A-Z_]+)'/g)].map((match) => match[1] ?? '')
    expect(codes.length).toBeGreaterThan(30)
    expect(codeRows.map(codeOf).toSorted()).toEqual(codes.toSorted())
  })

  it('says of each code what lifts it, in the order of admission', () => {
    expect(codeRows.map((row) => [codeOf(row), row[2]])).toEqual(
      Object.entries(LIFTED_BY).map(([code, lift]) => [code, WORDS[lift]]),
    )
  })

  it('explains each code in a sentence, and says what the page gets', () => {
    for (const [, what, , page] of codeRows) {
      expect(what).toMatch(/^[A-Z`].{15,}\.$/)
      expect(page).toMatch(/^(paid|402|402, or silence|silence|waits.*)$/)
    }
  })

  it('says that a page waits exactly where the wallet asks its owner', () => {
    const source = read('lib/payments/intake.ts')
    const asked = /const ASKABLE[^[]*\[(.*?)\]/s.exec(source)?.[1] ?? ''
    const codes = [...asked.matchAll(/'([A-Z_]+)'/g)].map((match) => match[1] ?? '')
    expect(codes).toContain('HOLD_APPROVAL_REQUIRED')
    const waiting = codeRows.filter((row) => row[3] === 'waits').map(codeOf)
    expect(waiting.toSorted()).toEqual(codes.toSorted())
  })

  it('says that a page hears nothing exactly where a refusal would tell of the owner', () => {
    const discreet = /function isDiscreet.*?\n\}/s.exec(read('lib/payments/intake.ts'))?.[0] ?? ''
    const codes = [...discreet.matchAll(/'(BLOCK_[A-Z_]+)'/g)].map((match) => match[1] ?? '')
    expect(codes).toContain('BLOCK_ASSET_CAP')
    const silent = codeRows.filter((row) => /silence/.test(row[3] ?? '')).map(codeOf)
    expect(silent.toSorted()).toEqual(codes.toSorted())
  })

  it('has the order in which admission itself checks what one offer can fail', () => {
    const checks = /const CHECKS[^=]*= \[\n(.*?)\n\]/s.exec(read('lib/core/admission/offer.ts'))?.[1] ?? ''
    // What is checked in two places stands where it is checked first.
    const inCode = [...new Set([...checks.matchAll(/'(BLOCK_[A-Z_]+)'/g)].map((match) => match[1]))]
    expect(inCode.length).toBeGreaterThan(5)
    const inDoc = codeRows.map(codeOf)
    expect(inDoc.filter((code) => inCode.includes(code))).toEqual(inCode)
  })

  it('states the defaults that a new wallet has', () => {
    const stated = Object.fromEntries(rows.filter((cells) => cells.length === 2))
    const { testnets, assets, extensions } = DEFAULT_POLICY
    expect(stated).toMatchObject({
      'one payment, default assets': `$${DEFAULT_POLICY.perPaymentUsd}`,
      '24 hours, everything together': `$${DEFAULT_DAILY_LIMITS.perDayUsd}`,
      '24 hours, one site (registrable domain)': `$${DEFAULT_DAILY_LIMITS.perSiteDayUsd}`,
      'automatic payments of one asker in a minute': String(DEFAULT_POLICY.automaticPerMinute),
      'rise in price that stays automatic': `${DEFAULT_POLICY.maxRisePercent} %`,
      'time window that an automatic payment signs, at most': `${DEFAULT_POLICY.maxWindowSeconds} s`,
      'time window that a person can approve, at most': `${MAX_WINDOW_WITH_PERSON} s`,
      'time window that an offer may ask for': `${DEFAULT_POLICY.maxAskedWindowSeconds} s`,
      'offers in one quote, at most': String(MAX_OFFERS),
      'test networks': testnets ? 'on' : 'off',
      'assets beside the default ones': assets.length === 0 ? 'none' : 'some',
      'extensions understood': extensions.map((name) => `\`${name}\``).join(', '),
    })
  })
})
