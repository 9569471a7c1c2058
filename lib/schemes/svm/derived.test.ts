import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { describe, expect, it } from 'vitest'

import { SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import vectors from '@/tests/vectors/default-assets.json'
import { tokenAccountOf } from './derived'
import { ASSOCIATED_TOKEN_PROGRAM, programOf } from './programs'
import { addressOfSecret } from './slip10'

const OWNERS = Array.from({ length: 8 }, (_, i) => addressOfSecret(new Uint8Array(32).fill(i + 1)))

describe('tokenAccountOf', () => {
  it('finds the account that the Solana library derives, of each default asset', async () => {
    for (const { asset } of SVM_DEFAULT_ASSETS) {
      for (const owner of OWNERS) {
        const [theirs] = await getProgramDerivedAddress({
          programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
          seeds: [owner, programOf(asset), asset].map((text) => getAddressEncoder().encode(address(text))),
        })
        expect(tokenAccountOf(owner, asset, programOf(asset))).toBe(theirs)
      }
    }
  })

  it('takes no text that is no address', () => {
    expect(() => tokenAccountOf('0', 'x', programOf(''))).toThrow(TypeError)
  })
})

describe('programOf', () => {
  it.each(vectors.families.svm.assets)(
    'pins the program of $symbol on $cluster',
    ({ asset, tokenProgram }) => {
      expect(programOf(asset)).toBe(tokenProgram)
    },
  )
})
