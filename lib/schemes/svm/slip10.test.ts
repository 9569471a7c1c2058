import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { describe, expect, it } from 'vitest'
import { seedOf } from '@/lib/vault/mnemonic'
import { JUNK } from '@/lib/vault/testing'
import { addressOfSecret, deriveEd25519, solanaSecret } from './slip10'

/** SLIP-0010, test vectors 1 and 2 for ed25519: the private key at each step. */
const VECTORS = [
  {
    seed: '000102030405060708090a0b0c0d0e0f',
    path: [0, 1, 2, 2, 1000000000],
    keys: [
      '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
      '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9',
      '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662',
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ],
  },
  {
    seed: 'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
    path: [0, 2147483647, 1, 2147483646, 2],
    keys: [
      '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012',
      '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635',
      'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4',
      '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c',
      '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
      '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
    ],
  },
]

describe('deriveEd25519', () => {
  it.each(VECTORS)('derives what SLIP-10 says of the seed $seed', ({ seed, path, keys }) => {
    const derived = keys.map((_, steps) => bytesToHex(deriveEd25519(hexToBytes(seed), path.slice(0, steps))))
    expect(derived).toEqual(keys)
  })

  it('finds the address that the common wallets show for the published test words', async () => {
    expect(addressOfSecret(solanaSecret(await seedOf(JUNK), 0))).toBe(
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    )
  })

  it('gives each account of the words a key of its own', async () => {
    const seed = await seedOf(JUNK)
    expect(new Set([0, 1, 2].map((i) => addressOfSecret(solanaSecret(seed, i)))).size).toBe(3)
  })
})
