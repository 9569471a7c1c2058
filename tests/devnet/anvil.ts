import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A running anvil: where it listens, and how to end it. */
export interface Anvil {
  rpcUrl: string
  pid: number
  stop(): Promise<void>
}

const readyWithinMs = 20_000

/**
 * Starts anvil on a free port of the loopback interface.
 *
 * The native binary is started, not the package's wrapper, so that the pid is anvil's own. Where
 * util-linux is there, the kernel ends anvil when this process dies in a way that runs no handler.
 *
 * @param chainId of the chain that it plays
 * @throws Error when anvil ends or stays silent before it listens
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)]
  const binary = anvilBinary()
  const setpriv = '/usr/bin/setpriv'
  const child = existsSync(setpriv)
    ? spawn(setpriv, ['--pdeathsig', 'KILL', binary, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const kill = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', kill)
  try {
    const port = await listeningPort(child)
    if (child.pid === undefined) throw new Error('anvil listens but has no pid')
    return {
      rpcUrl: `http://127.0.0.1:${port}`,
      pid: child.pid,
      async stop() {
        process.off('exit', kill)
        kill()
        await ended
      },
    }
  } catch (error) {
    process.off('exit', kill)
    kill()
    throw error
  }
}

function anvilBinary(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}/package.json`
  // The platform's package is a dependency of the wrapper, so it is looked up from there.
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const folder = dirname(createRequire(wrapper).resolve(name))
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`anvil did not listen in time: ${said}`)), readyWithinMs)
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new Error(why))
    }
    child.once('error', (error) => fail(`anvil cannot be started: ${error.message}`))
    child.once('exit', (code) => fail(`anvil ended with ${code}: ${said}`))
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      // The pipe is read for as long as anvil runs, but only its start is of interest.
      if (said.length > 20_000) return
      said += chunk.toString()
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(Number(port))
    })
  })
}
