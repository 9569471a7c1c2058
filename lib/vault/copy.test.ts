import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '@/lib/ledger/read/documents'
import { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import type { VaultBlob } from './blob'
import { type Folder, keepCopy, mendVault } from './copy'
import { JUNK_ADDRESSES, withVault } from './testing'

let blob: VaultBlob
beforeAll(async () => {
  blob = (await withVault()).state.blob as VaultBlob
})

/** The extension's own files, in memory. */
function ownFiles(full = false) {
  const files = new Map<string, string>()
  const folder = async () => ({
    getFileHandle: async (name: string, options?: { create?: boolean }) => {
      if (!files.has(name) && options?.create !== true) throw new DOMException('none', 'NotFoundError')
      return {
        getFile: async () => ({ text: async () => files.get(name) ?? '' }),
        createWritable: async () => {
          let text = ''
          return {
            write: async (more: string) => {
              if (full) throw new DOMException('no room', 'QuotaExceededError')
              text += more
            },
            close: async () => void files.set(name, text),
          }
        },
      }
    },
  })
  return { files, folder: folder as unknown as Folder }
}

let ledger: Ledger
let serial = 0
beforeEach(async () => {
  ledger = new Ledger(`copy-${++serial}`)
  await ledger.documents.put({ name: 'vault', value: blob })
  await writeSettings(ledger, { account: JUNK_ADDRESSES[0] })
})
afterEach(() => ledger.delete())

const vault = async () => (await ledger.documents.get('vault'))?.value

describe('the copy of the sealed vault', () => {
  it.each([
    ['missing', undefined],
    ['damaged', { version: 1, junk: true }],
    ['text', 'x'],
  ])('takes the place of one that is %s', async (_, damaged) => {
    const { folder } = ownFiles()
    expect(await keepCopy(ledger, folder)).toBe(true)
    if (damaged === undefined) await ledger.documents.delete('vault')
    else await ledger.documents.put({ name: 'vault', value: damaged })
    expect(await mendVault(ledger, folder)).toBe('mended')
    expect(await vault()).toEqual(blob)
  })

  it('says where the ledger went with the vault, and gives the account back', async () => {
    const { folder } = ownFiles()
    await keepCopy(ledger, folder)
    await ledger.documents.clear()
    expect(await mendVault(ledger, folder)).toBe('ledger-lost')
    expect((await readSettings(ledger)).account).toBe(JUNK_ADDRESSES[0])
  })

  it('leaves a vault alone that can be read, or that a later version wrote', async () => {
    const { folder } = ownFiles()
    await keepCopy(ledger, folder)
    expect(await mendVault(ledger, folder)).toBe('nothing')
    await ledger.documents.put({ name: 'vault', value: { version: 2 } })
    expect(await mendVault(ledger, folder)).toBe('nothing')
    expect(await vault()).toEqual({ version: 2 })
  })

  it('is nothing where it is damaged itself, or was never written', async () => {
    const { folder, files } = ownFiles()
    await ledger.documents.delete('vault')
    expect(await mendVault(ledger, folder)).toBe('nothing')
    files.set('vault-copy.json', '{"version":1')
    expect(await mendVault(ledger, folder)).toBe('nothing')
    expect(await vault()).toBeUndefined()
  })

  it('is never made of a damaged vault', async () => {
    const { folder, files } = ownFiles()
    await keepCopy(ledger, folder)
    const before = files.get('vault-copy.json')
    await ledger.documents.put({ name: 'vault', value: { ...blob, check: 'x' } })
    expect(await keepCopy(ledger, folder)).toBe(false)
    expect(files.get('vault-copy.json')).toBe(before)
  })

  it('that the disk does not take keeps nobody from their vault', async () => {
    expect(await keepCopy(ledger, ownFiles(true).folder)).toBe(false)
    expect(await vault()).toEqual(blob)
  })
})
