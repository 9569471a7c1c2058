/**
 * The layers of the code, as rules that a machine checks (`npm run deps`).
 *
 * What they protect: nothing pure depends on a browser or a clock; no screen and no page script can reach keys or
 * write money records; contexts of the browser never import each other. scripts/lib/layers.test.ts
 * shows each rule firing, and holds this list and its own to the same names.
 */

const TEST = '([.](test|bench)[.]tsx?|/testing[.]ts)$'
const LAYERS = '^(lib|entrypoints|components)/'
const SCREENS = '^entrypoints/(approval|popup|sidepanel|options|onboarding|welcome)(/|[.])'

/** A package, wherever npm placed it. */
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

/** Everything outside the tree's own layers and packages, so that a rule may list what it admits. */
const only = (...admitted) => ({ pathNot: admitted })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle has no order in which to understand or to load it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-resolvable',
      comment: 'What cannot be found cannot be judged by the other rules.',
      severity: 'error',
      from: { path: LAYERS },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'core-is-pure',
      comment: 'lib/core imports itself, hashes and the table of public suffixes.',
      severity: 'error',
      from: { path: '^lib/core/', pathNot: TEST },
      to: only('^lib/core/', npm('@noble/hashes', 'tldts')),
    },
    {
      name: 'wire-is-pure',
      comment: 'lib/wire imports lib/core and itself.',
      severity: 'error',
      from: { path: '^lib/wire/', pathNot: TEST },
      to: only('^lib/(core|wire)/'),
    },
    {
      name: 'schemes-know-core-and-viem',
      comment: 'A scheme turns an envelope into what is signed; it reads no ledger, chain or browser.',
      severity: 'error',
      from: { path: '^lib/schemes/', pathNot: TEST },
      to: only('^lib/(core|wire|schemes)/', npm('@noble/curves', '@noble/hashes')),
    },
    {
      name: 'components-hold-no-money',
      comment: 'Screens ask the background; they hold neither keys nor ledger writes nor chain access.',
      severity: 'error',
      from: { path: '^components/', pathNot: TEST },
      to: { path: '^(lib/(vault|payments|chain|ledger/write)/|entrypoints/)' },
    },
    {
      name: 'screens-hold-no-money',
      comment: 'The entry of a screen is a context of its own: no keys, no ledger writes, no chain.',
      severity: 'error',
      from: { path: SCREENS, pathNot: TEST },
      to: { path: '^lib/(vault|payments|chain|ledger/write)/' },
    },
    {
      name: 'contexts-stay-apart',
      comment: 'An entry point never imports another one; they speak by messages.',
      severity: 'error',
      from: { path: '^entrypoints/([^/.]+)', pathNot: TEST },
      to: { path: '^entrypoints/', pathNot: '^entrypoints/$1(/|[.])' },
    },
    {
      name: 'nothing-imports-an-entry',
      comment: 'Entry points are wiring: the code they wire does not know them.',
      severity: 'error',
      from: { path: '^(lib|components)/', pathNot: TEST },
      to: { path: '^entrypoints/' },
    },
    {
      name: 'lib-knows-no-screens',
      comment: 'The background draws nothing.',
      severity: 'error',
      from: { path: '^lib/', pathNot: TEST },
      to: { path: ['^components/', npm('react', 'react-dom')] },
    },
    {
      name: 'content-scripts-are-small',
      comment: 'Every page loads them: only lib/page, types, and the define call of the build tool.',
      severity: 'error',
      from: { path: '^entrypoints/[^/]+[.]content([.]tsx?$|/)', pathNot: TEST },
      to: {
        pathNot: ['^lib/page/', '^entrypoints/[^/]+[.]content/', npm('wxt')],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'page-modules-are-small',
      comment: 'lib/page is what content scripts load: it imports itself, and types.',
      severity: 'error',
      from: { path: '^lib/page/', pathNot: [TEST, '^lib/page/api/'] },
      to: { pathNot: '^lib/page/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-provider-reads-protocols',
      comment:
        'The script of the provider reads MCP and A2A by the pure code of the wire, and loads no package.',
      severity: 'error',
      from: { path: '^lib/page/api/', pathNot: TEST },
      to: {
        pathNot: ['^lib/page/', '^lib/wire/', '^lib/core/json/', '^lib/core/result[.]ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'watching-needs-no-provider',
      comment: 'What watches fetch and XMLHttpRequest stays small: it loads nothing of the provider.',
      severity: 'error',
      from: { path: '^lib/page/', pathNot: [TEST, '^lib/page/api/'] },
      to: { path: '^lib/page/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ledger-is-written-in-the-background',
      comment: 'Only the code of the background writes the ledger.',
      severity: 'error',
      from: {
        path: LAYERS,
        pathNot: ['^lib/(payments|doors|ledger|provider|late)/', '^entrypoints/background(/|[.])', TEST],
      },
      to: { path: '^lib/ledger/write/' },
    },
    {
      name: 'reads-write-nothing',
      comment: 'Screens load the reads of the ledger.',
      severity: 'error',
      from: { path: '^lib/ledger/read/', pathNot: TEST },
      to: { path: '^lib/ledger/write/' },
    },
    {
      name: 'views-only-read',
      comment:
        'lib/views makes what screens show, in the screens: ledger reads, and the naming of an envelope.',
      severity: 'error',
      from: { path: '^lib/views/', pathNot: TEST },
      to: {
        pathNot: ['^lib/(core|views)/', '^lib/ledger/(schema[.]ts$|read/)', '^lib/payments/envelope[.]ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-x402-packages',
      comment: 'The official packages are oracles of the tests, never part of the wallet.',
      severity: 'error',
      from: { path: LAYERS, pathNot: TEST },
      to: { path: '(^|/)node_modules/@x402/' },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'What ships is listed under dependencies. The build tool supplies wxt and the react module.',
      severity: 'error',
      from: { path: LAYERS, pathNot: TEST },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: npm('wxt', '@types/react', '@types/react-dom'),
      },
    },
    {
      name: 'no-all-chains',
      comment: 'viem/chains is every network there is; the wallet keeps its own short table.',
      severity: 'error',
      from: { path: LAYERS },
      to: { path: '(^|/)node_modules/viem/(_esm/|_cjs/|_types/)?chains/' },
    },
    {
      name: 'zod-mini-only',
      comment: 'The full zod does not fit the size limits.',
      severity: 'error',
      from: { path: LAYERS, pathNot: TEST },
      to: { path: npm('zod'), pathNot: '(^|/)node_modules/zod/(v4/)?mini/' },
    },
    {
      name: 'no-node-builtins',
      comment: 'There is no Node in a browser.',
      severity: 'error',
      from: { path: LAYERS, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[.](output|wxt)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json', '.css'],
    },
  },
}
