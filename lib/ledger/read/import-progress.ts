import { isRecord } from '@/lib/core/json/parse'
import { ledger } from './ledger'

/** How far an import is, in percent; null where none is under way. */
export async function importProgress(): Promise<number | null> {
  const value = (await ledger.documents.get('importing'))?.value
  if (value === undefined) return null
  if (!isRecord(value) || typeof value.done !== 'number' || typeof value.of !== 'number') return 0
  return value.of === 0 ? 100 : Math.min(100, Math.floor((100 * value.done) / value.of))
}
