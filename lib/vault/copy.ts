import { readRebuild } from '@/lib/ledger/read/automatic-hold'
import { readSettings } from '@/lib/ledger/read/documents'
import type { Ledger } from '@/lib/ledger/schema'
import { parseBlob } from './blob'

/** Name of the copy of the sealed vault, in the extension's own files: not in the store that it is a copy of. */
export const VAULT_COPY = 'vault-copy.json'

/** Where the copy lies; replaceable for tests. */
export type Folder = () => Promise<Pick<FileSystemDirectoryHandle, 'getFileHandle'>>

const ownFiles: Folder = () => navigator.storage.getDirectory()

/**
 * Writes the copy of the sealed vault where it is not there or is another one. A browser replaces the file as a
 * whole when it is closed, so that a crash leaves the one before.
 *
 * @returns false where the disk does not take it; the vault itself stands, and the next unlock tries again
 */
export async function keepCopy(ledger: Ledger, folder: Folder = ownFiles): Promise<boolean> {
  const blob = (await ledger.documents.get('vault'))?.value
  if (blob === undefined || !(await parseBlob(blob, crypto)).ok) return false
  const text = JSON.stringify(blob)
  try {
    if ((await readCopy(folder)) === text) return true
    const file = await (await folder()).getFileHandle(VAULT_COPY, { create: true })
    const writable = await file.createWritable()
    await writable.write(text)
    await writable.close()
    return true
  } catch {
    return false
  }
}

async function readCopy(folder: Folder): Promise<string | null> {
  try {
    return await (await (await (await folder()).getFileHandle(VAULT_COPY)).getFile()).text()
  } catch {
    return null
  }
}

/**
 * Puts the copy in the place of a vault that is missing or cannot be read. One of a later version is left alone.
 *
 * @returns 'ledger-lost' where the ledger went with it, so that what was spent before is not known; 'nothing'
 *   where there is no copy that can be read
 */
export async function mendVault(
  ledger: Ledger,
  folder: Folder = ownFiles,
): Promise<'mended' | 'ledger-lost' | 'nothing'> {
  const present = (await ledger.documents.get('vault'))?.value
  const read = present === undefined ? null : await parseBlob(present, crypto)
  if (read !== null && (read.ok || read.error === 'unsupported-version')) return 'nothing'
  const text = await readCopy(folder)
  const copy = await parseBlob(textToValue(text), crypto)
  if (!copy.ok) return 'nothing'
  return await ledger.transaction('rw', ledger.documents, async () => {
    await ledger.documents.put({ name: 'vault', value: copy.value })
    const settings = await readSettings(ledger)
    if (settings.account !== null || (await readRebuild(ledger)) !== null) return 'mended'
    const value = { ...settings, account: copy.value.accounts[0]?.address ?? null, backedUp: true }
    await ledger.documents.put({ name: 'settings', value })
    return 'ledger-lost'
  })
}

/** Removes one of the extension's own files, where it is there. */
export async function dropFile(name: string): Promise<void> {
  const folder = await navigator.storage.getDirectory()
  await folder.removeEntry(name).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  })
}

function textToValue(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
