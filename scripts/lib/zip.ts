import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** One file of an archive: its path with `/`, and its bytes. */
export type ZipEntry = { readonly path: string; readonly bytes: Buffer }

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Names are UTF-8 (bit 11). */
const UTF8 = 0x0800
const DEFLATE = 8
/** Noon of 1 January 2020, as DOS counts dates and times: a file's own time would make each archive another. */
const DATE = ((2020 - 1980) << 9) | (1 << 5) | 1
const TIME = 12 << 11

/** What the local and the central header say alike, 26 bytes. */
function common(entry: ZipEntry, packed: Buffer): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(UTF8, 2)
  head.writeUInt16LE(DEFLATE, 4)
  head.writeUInt16LE(TIME, 6)
  head.writeUInt16LE(DATE, 8)
  head.writeUInt32LE(crc32(entry.bytes), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(entry.bytes.length, 18)
  head.writeUInt16LE(Buffer.byteLength(entry.path), 22)
  return head
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/**
 * Packs files into a ZIP archive: sorted by path and without times, so that equal files make an equal archive.
 * Source: PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16.
 */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const packed = deflateRawSync(entry.bytes, { level: 9 })
    const head = common(entry, packed)
    const name = Buffer.from(entry.path)
    const local = Buffer.concat([u32(LOCAL), head, name, packed])
    const rest = Buffer.alloc(14)
    // Attributes: a plain file that its owner may write and all may read, as Unix has it.
    rest.writeUInt32LE(((0o100644 << 16) | 0) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 3])
    centrals.push(Buffer.concat([u32(CENTRAL), version, head, rest, name]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(centrals.length, 8)
  end.writeUInt16LE(centrals.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

/** The files of an archive that {@link zipOf} made. @throws Error where it is none, or a file is damaged */
export function unzip(archive: Buffer): ZipEntry[] {
  const end = archive.length - 22
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('no archive of this form')
  const entries: ZipEntry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('the list of the archive is damaged')
    const crc = archive.readUInt32LE(at + 16)
    const packedLength = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const path = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const data = archive.readUInt32LE(at + 42) + 30 + nameLength
    const bytes = inflateRawSync(archive.subarray(data, data + packedLength))
    if (crc32(bytes) !== crc) throw new Error(`${path} is damaged`)
    entries.push({ path, bytes })
    at += 46 + nameLength
  }
  return entries
}
