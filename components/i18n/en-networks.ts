/** Where the chains are read, and how that goes. */
export const networks = {
  addressesOf: (network: string) => `Addresses where ${network} is read`,
  another: (network: string) => `Add an RPC address of ${network}`,
  address: (network: string) => `New RPC address of ${network}`,
  add: 'Add',
  remove: 'Remove',
  removeOf: (address: string) => `Remove ${address}`,
  test: 'Test',
  testOf: (address: string) => `Test ${address}`,
  /** a node by how it stood when it was last asked */
  node: {
    ok: 'answers',
    down: 'does not answer',
    behind: 'is behind the others',
    'wrong-chain': 'is a node of another chain',
    nonsense: 'gives answers that mean nothing',
    differs: 'says something else than the others',
    unknown: 'not asked yet',
  },
  atBlock: (block: string) => `block ${block}`,
  one: 'One node: what it says is believed.',
  several:
    'Several nodes: what a payment became is believed where at least two say so and none says otherwise.',
  /** how one network stands, or several at once; `since` of the first of them */
  down: (networks: string, since: string, count = 1) =>
    `${networks} cannot be read${sinceOf(since, count)}. ${held(count)}`,
  disagree: (networks: string, since: string, count = 1) =>
    `${count === 1 ? `The nodes of ${networks} contradict each other` : `On each of ${networks} the nodes contradict each other`}${sinceOf(since, count)}. ${held(count)}`,
}

const sinceOf = (since: string, count: number) =>
  count === 1 ? ` since ${since}` : `, the first of these since ${since}`
const held = (count: number) =>
  `What is outstanding ${count === 1 ? 'there' : 'on them'} stays held, and what your keys pay elsewhere is not seen.`
