import { readdirSync, readFileSync } from 'node:fs'

/** Kills the browser that runs on this profile, with all of its processes, as a crash or a power cut does. */
export function killBrowser(profile: string): void {
  const ours = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && argumentsOf(pid).includes(profile))
  // The browser's own process names no type; the others go with it.
  const main = ours.find((pid) => !argumentsOf(pid).includes('--type='))
  if (main === undefined) throw new Error(`no browser runs on ${profile}`)
  process.kill(Number(main), 'SIGKILL')
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended by itself.
    return ''
  }
}
