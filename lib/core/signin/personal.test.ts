import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readPersonalSign } from './personal'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

describe('the parameters of personal_sign', () => {
  it('are the message and the address', () => {
    expect(readPersonalSign([hex('Hello'), ADDRESS])).toMatchObject({
      ok: true,
      value: { account: ADDRESS, text: 'Hello' },
    })
  })

  it('may stand the other way round', () => {
    expect(readPersonalSign([ADDRESS, hex('Hello')])).toEqual(readPersonalSign([hex('Hello'), ADDRESS]))
  })

  it('are in the standard order where the message looks like an address', () => {
    expect(readPersonalSign([OTHER, ADDRESS])).toMatchObject({ ok: true, value: { account: ADDRESS } })
  })

  it('may end in an empty password and in no other', () => {
    expect(readPersonalSign(['Hello', ADDRESS, '']).ok).toBe(true)
    expect(readPersonalSign(['Hello', ADDRESS, 'secret']).ok).toBe(false)
  })

  it('hold the same bytes as text and as hex of its UTF-8', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((t) => !t.startsWith('0x')),
        (text) => {
          expect(readPersonalSign([text, ADDRESS])).toEqual(readPersonalSign([hex(text), ADDRESS]))
        },
      ),
    )
  })

  it.each(['0xff', '0xc0af', `0x${'00'.repeat(31)}80`])('have no text where %s is no UTF-8', (data) => {
    expect(readPersonalSign([data, ADDRESS])).toMatchObject({ ok: true, value: { text: null } })
  })

  it('keep a byte order mark and a zero in the text, for the screen to show', () => {
    expect(readPersonalSign(['0xefbbbf4100', ADDRESS])).toMatchObject({ value: { text: '\ufeffA\u0000' } })
  })

  it.each<[unknown]>([
    [undefined],
    [{}],
    [[]],
    [['Hello']],
    [['Hello', 'World']],
    [[1, ADDRESS]],
    [['Hello', ADDRESS, '', '']],
    [['0x0', ADDRESS]],
    [['0xhello', ADDRESS]],
    [['\ud800', ADDRESS]],
    [['a'.repeat(65_537), ADDRESS]],
  ])('are refused as %o', (params) => {
    expect(readPersonalSign(params).ok).toBe(false)
  })
})
