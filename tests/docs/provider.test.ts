import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, expectTypeOf, it } from 'vitest'

import type { Countersign, Status } from '@/docs/countersign'
import type { AgentApi } from '@/lib/page/api/agent'
import type { PublicStatus } from '@/lib/provider/public'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('docs/provider.md')

/** The code of a language in the document, block by block. */
const blocks = (language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  )

/** The members of an interface of the published types. */
function membersOf(name: string): readonly string[] {
  const file = ts.createSourceFile('x.d.ts', read('docs/countersign.d.ts'), ts.ScriptTarget.Latest, true)
  const found = file.statements.find(
    (s): s is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(s) && s.name.text === name,
  )
  return (found?.members ?? []).map((member) => member.name?.getText() ?? '')
}

/** What the compiler says of some code in a page whose types are the published ones. */
function faultsOf(code: string): readonly string[] {
  const name = join(root, 'docs/example-in-a-page.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === name || fileExists(path)
  host.getSourceFile = (path, ...rest) =>
    path === name
      ? ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true)
      : getSourceFile(path, ...rest)
  const program = ts.createProgram([name], options, host)
  return ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'))
}

describe('docs/provider.md', () => {
  it('shows the example that the end-to-end test runs, letter by letter', () => {
    expect(blocks('ts')).toContain(read('docs/examples/agent.ts'))
    expect(read('tests/e2e/chromium/agent.spec.ts')).toContain("from '../../../docs/examples/agent'")
  })

  it('has an example of every call', () => {
    const calls = membersOf('Countersign').filter(
      (name) => !['version', 'provider', 'mcp', 'a2a'].includes(name),
    )
    expect(calls.length).toBeGreaterThan(8)
    const code = blocks('ts').join('\n')
    expect(calls.filter((name) => !new RegExp(`countersign\\.${name}\\b`).test(code))).toEqual([])
  })

  it('has a row for every status', () => {
    const rows = [...text.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, status]) => status)
    const declared = /export type Status =\n([\s\S]*?)\n\n/.exec(read('docs/countersign.d.ts'))?.[1] ?? ''
    expect(rows).toEqual([...declared.matchAll(/\| '([a-z]+)'/g)].map(([, status]) => status))
  })

  it('has examples that the published types admit', { timeout: 120_000 }, () => {
    const snippets = blocks('ts').filter((code) => !code.startsWith('import '))
    const bodies = snippets.map((code, index) => `async function example${index}() {\n${code}\n}`)
    const code = `import type { PaymentError } from './countersign'\n${bodies.join('\n')}\nexport {}\n`
    expect(faultsOf(code)).toEqual([])
    expect(faultsOf(`import './countersign'\nwindow.countersign.getPayment(1)`)).toHaveLength(1)
  })
})

describe('docs/countersign.d.ts', () => {
  it('has every call of the provider, and every status', () => {
    expectTypeOf<Exclude<keyof AgentApi, keyof Countersign>>().toEqualTypeOf<never>()
    expectTypeOf<Exclude<PublicStatus, Status>>().toEqualTypeOf<never>()
    const own = [
      ...read('lib/page/api/agent.ts').matchAll(/^ {2}(?:readonly )?(\w+)[(:].*(?:Promise|void|string)/gm),
    ]
    const names = own.map(([, name = '']) => name)
    expect(names).toEqual(expect.arrayContaining(['requestPayment', 'canPay']))
    expect(names.slice(0, 10).filter((name) => !membersOf('Countersign').includes(name))).toEqual([])
  })
})
