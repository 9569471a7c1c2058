import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { base, quote, usdc } from '@/lib/core/admission/testing'
import { encodeBase64Text } from '@/lib/wire/http/base64'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'decide-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command as a process of its own, called from another folder. */
function run(
  args: readonly string[],
  stdin = '',
): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(join(root, 'node_modules/.bin/tsx'), [join(root, 'scripts/decide.ts'), ...args], {
    cwd: root,
    env: { ...process.env, INIT_CWD: folder },
  })
  let out = ''
  let error = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    error += chunk
  })
  child.stdin.end(stdin)
  return new Promise((done) => child.on('close', (code) => done({ code, out, error })))
}

describe('decide', { timeout: 30_000 }, () => {
  it('prints the decision on standard input, and nothing else', async () => {
    const { code, out, error } = await run(
      [],
      JSON.stringify({ id: 'x', title: 'y', input: base, expect: {} }),
    )
    expect(JSON.parse(out)).toMatchObject({
      decision: 'READY_TO_SIGN',
      code: 'READY_TO_SIGN',
      amount: '10000',
    })
    expect({ code, error }).toEqual({ code: 0, error: '' })
  })

  it('ends well for a refusal too', async () => {
    const { code, out } = await run([], JSON.stringify({ ...base, quote: null }))
    expect(JSON.parse(out).code).toBe('BLOCK_MALFORMED_QUOTE')
    expect(code).toBe(0)
  })

  it.each([
    ['nothing', [], '', /^decide: no JSON on standard input; usage: .*\n$/],
    ['half an object', [], '{"now":', /^decide: standard input is no JSON: .*\n$/],
    [
      'an input without a policy',
      [],
      JSON.stringify({ ...base, policy: undefined }),
      /^decide: input\.policy is missing\n$/,
    ],
    ['an unknown option', ['--verbose'], '', /^decide: usage: .*\n$/],
    [
      'a file that is not there',
      ['--vectors', 'missing.json'],
      '',
      /^decide: cannot read missing\.json: .*\n$/,
    ],
  ] as const)('says in one line what is wrong with %s', async (_, args, stdin, line) => {
    const { code, out, error } = await run(args, stdin)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error).toMatch(line)
  })

  it('runs a file that is named from where it was called, and fails where a case does', async () => {
    const good = { id: 'a', title: 'paid', input: base, expect: { decision: 'READY_TO_SIGN' } }
    const cases = [good, { ...good, id: 'b', title: 'refused', expect: { decision: 'BLOCK_AMOUNT' } }]
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ cases }))
    const { code, out } = await run(['--vectors', 'mine.json'])
    expect(code).toBe(1)
    expect(out).toBe(
      'FAIL b refused: expected {"decision":"BLOCK_AMOUNT"}, got {"decision":"READY_TO_SIGN"}\n1 passed, 1 failed\n',
    )
    expect(await run(['--vectors', 'tests/vectors/admission.json'])).toMatchObject({ code: 0 })
  })

  it('audits addresses, as lines and as JSON, and fails where one has nothing to pay', async () => {
    const server = createServer((req, res) => {
      const url = `http://${req.headers.host}${req.url}`
      const terms = {
        ...quote({ ...usdc, amount: req.url === '/dear' ? '3000000' : '10000' }),
        resource: { url },
      }
      res.writeHead(402, { 'payment-required': encodeBase64Text(JSON.stringify(terms)) }).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const plain = await run(['--audit', `${at}/cheap`])
      expect(plain).toMatchObject({ code: 0, error: '' })
      expect(plain.out).toContain('[0] exact, Base, $0.01 USDC, 60 s: ok')
      const both = await run(['--audit', '--json', `${at}/cheap`, `${at}/dear`])
      expect(both.code).toBe(1)
      expect(JSON.parse(both.out).map((r: { payable: boolean }) => r.payable)).toEqual([true, false])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
