import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { budgetReason, mandateReason } from '@/components/i18n/decisions'
import { en } from '@/components/i18n/en'
import { es } from '@/components/i18n/es'
import { formats } from '@/components/i18n/format'
import { whyWords } from '@/components/i18n/why'
import { decide } from '@/lib/core/admission/decide'
import { base, quote, usdc } from '@/lib/core/admission/testing'
import type { AdmissionInput, Decision, Fact } from '@/lib/core/admission/types'

const { cases } = JSON.parse(readFileSync('tests/vectors/admission.json', 'utf8')) as {
  cases: readonly { readonly id: string; readonly input: AdmissionInput }[]
}
const LANGUAGES = [
  ['en', en, formats('en')],
  ['es', es, formats('es')],
] as const
const USDC = { decimals: 6, symbol: 'USDC' }

/** All that a decision says, of its offers too. */
const factsOf = ({ facts, offers }: Decision): readonly Fact[] => [
  ...facts,
  ...offers.flatMap((offer) => [...offer.facts, ...offer.unusual.flatMap((more) => more.facts)]),
]
const ofAll = cases.flatMap(({ id, input }) => factsOf(decide(input)).map((fact) => ({ id, fact })))

/** Rules that say no more than their code does, where nothing else stands beside them. */
const SAYS_NO_MORE = (fact: Fact): boolean => Object.keys(fact).length === 1

describe.each(LANGUAGES)('why, in %s', (_language, t, format) => {
  const wordsOf = (fact: Fact): string | null =>
    fact.rule === 'budget'
      ? budgetReason(fact, [], t, format)
      : fact.rule === 'mandate'
        ? mandateReason(fact, t, format, USDC)
        : whyWords(fact, t, format, USDC)

  it('has words for every fact of every decision of the vectors', () => {
    const silent = ofAll.filter(
      ({ fact }) =>
        !SAYS_NO_MORE(fact) &&
        // The mandate that covers a payment has words of its own, beside the link to it.
        !(fact.rule === 'mandate' && fact.reason === undefined) &&
        (wordsOf(fact) ?? '') === '',
    )
    expect(silent).toEqual([])
    expect(new Set(ofAll.map(({ fact }) => fact.rule)).size).toBeGreaterThan(15)
  })

  it('leaves no gap in a sentence', () => {
    for (const { id, fact } of ofAll) {
      const said = wordsOf(fact)
      if (said !== null)
        expect([id, said]).not.toEqual([id, expect.stringMatching(/undefined|NaN|null| {2}/)])
    }
  })

  it('has one sentence for every code', () => {
    for (const { id, input } of cases) {
      const { code } = decide(input)
      expect([id, t.reasons[code]]).toEqual([id, expect.stringMatching(/\.$/)])
    }
  })
})

describe('why', () => {
  const said = (fact: Fact) => whyWords(fact, en, formats('en'), USDC)

  it('puts atomic numbers into the unit of the token, and dollars into dollars', () => {
    expect(said({ rule: 'maxRisePercent', before: '100000', now: '250000' })).toBe(
      'Before it was 0.10 USDC; now it is 0.25 USDC.',
    )
    expect(said({ rule: 'perPaymentUsd', limit: '$1.00', asked: '2.5', over: '1.5' })).toBe(
      'Your limit for one payment is $1.00; this is $2.50, $1.50 over.',
    )
    expect(said({ rule: 'balance', balance: '0', asked: '10000' })).toBe(
      'There is 0.00 USDC; this costs 0.01 USDC.',
    )
  })

  it('shows what a site wrote as it is, bounded, with its hidden characters as code points', () => {
    const hidden = said({ rule: 'schemes', scheme: `a\u202eb${'x'.repeat(500)}` }) ?? ''
    expect(hidden).toContain('a[U+202E]b')
    expect(hidden.length).toBeLessThan(260)
  })

  it('shows an amount of a token that no table knows as it was written', () => {
    expect(whyWords({ rule: 'asset-cap', limit: '5', asked: '7' }, en, formats('en'), {})).toBe(
      'Your cap is 5; this is 7.',
    )
  })

  it('says why test money is refused while test networks are off', () => {
    const offer = { ...usdc, network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' }
    const { code, facts } = decide({ ...base, quote: quote(offer) })
    expect(code).toBe('BLOCK_UNSUPPORTED_NETWORK')
    expect(facts.map(said)).toEqual([
      expect.stringMatching(/^It wants Base Sepolia\. (Test networks are off|This wallet has no account)/),
    ])
  })
})
