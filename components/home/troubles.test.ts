import { describe, expect, it } from 'vitest'
import { networks as en } from '../i18n/en-networks'
import { networks as es } from '../i18n/es-networks'
import { formats } from '../i18n/format'
import { troublesOf } from './troubles'

const NOW = Date.UTC(2026, 2, 12, 14, 5)
const HOUR = 3_600_000
const OWN = [
  { network: 'eip155:8453', name: 'Base' },
  { network: 'eip155:137', name: 'Polygon PoS' },
  { network: 'eip155:1', name: 'Ethereum' },
  { network: 'eip155:14', name: 'Flare' },
]
const state = (kind: 'ok' | 'down' | 'disagree', since: number, at = NOW) => ({
  kind,
  nodes: [],
  since: NOW - since,
  at,
})

describe('the trouble that Home tells of networks', () => {
  it('is told once for all networks that are in it, with the time of the first', () => {
    const states = {
      'eip155:8453': state('down', 2 * HOUR),
      'eip155:137': state('disagree', HOUR),
      'eip155:1': state('down', 5 * HOUR),
      'eip155:14': state('ok', 9 * HOUR),
    }
    expect(troublesOf(OWN, states, NOW)).toEqual([
      { kind: 'down', names: ['Base', 'Ethereum'], since: NOW - 5 * HOUR },
      { kind: 'disagree', names: ['Polygon PoS'], since: NOW - HOUR },
    ])
  })

  it('is not told of a network that was not read for more than an hour, nor of one never read', () => {
    const states = {
      'eip155:8453': state('down', 2 * HOUR, NOW - HOUR),
      'eip155:1': state('down', 2 * HOUR, NOW - HOUR - 1),
    }
    expect(troublesOf(OWN, states, NOW)).toEqual([{ kind: 'down', names: ['Base'], since: NOW - 2 * HOUR }])
  })

  it('is a sentence for one network as for several, in both languages', () => {
    const names = ['Base', 'Polygon PoS', 'Ethereum']
    const [english, spanish] = [formats('en').names, formats('es').names]
    expect(en.down(english(['Base']), 'X', 1)).toMatch(/^Base cannot be read since X\. .*outstanding there /)
    expect(en.down(english(names), 'X', 3)).toMatch(
      /^Base, Polygon PoS and Ethereum cannot be read, the first of these since X\. .*outstanding on them /,
    )
    expect(en.disagree(english(['Base']), 'X', 1)).toMatch(
      /^The nodes of Base contradict each other since X\./,
    )
    expect(en.disagree(english(names.slice(0, 2)), 'X', 2)).toMatch(
      /^On each of Base and Polygon PoS the nodes contradict each other, the first of these since X\./,
    )
    expect(es.down(spanish(['Base']), 'X', 1)).toMatch(/^Base no se puede leer desde X\. Lo pendiente allí /)
    expect(es.down(spanish(names), 'X', 3)).toMatch(
      /^Base, Polygon PoS y Ethereum no se pueden leer, la primera de ellas desde X\. Lo pendiente en ellas /,
    )
    expect(es.disagree(spanish(names), 'X', 3)).toMatch(
      /^En cada una de Base, Polygon PoS y Ethereum los nodos /,
    )
  })
})
