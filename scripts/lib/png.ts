import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture: RGB, three bytes a pixel, row after row. */
export type Picture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array }

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
const PALETTE = 3
const RGBA = 6
const CHANNELS: Readonly<Record<number, number>> = { [RGB]: 3, [PALETTE]: 1, [RGBA]: 4 }
const COLOURS = 256

/** Undoes the filter of one byte, by its left, upper and upper-left neighbours (PNG 1.2, section 6). */
function unfiltered(filter: number, byte: number, a: number, b: number, c: number): number {
  if (filter === 1) return byte + a
  if (filter === 2) return byte + b
  if (filter === 3) return byte + ((a + b) >> 1)
  if (filter === 4) {
    const p = a + b - c
    const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
    return byte + (pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
  }
  return byte
}

/** Reads a PNG of eight bits a channel, as browsers and {@link pngOf} write them; transparency is dropped. @throws Error on another */
export function readPng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG')
  const data: Buffer[] = []
  let head: Buffer = Buffer.alloc(13)
  let palette: Buffer = Buffer.alloc(0)
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const kind = file.toString('latin1', at + 4, at + 8)
    const chunk = file.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') head = chunk
    if (kind === 'PLTE') palette = chunk
    if (kind === 'IDAT') data.push(chunk)
    at += length + 12
  }
  const [width, height, type] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] ?? -1]
  const size = CHANNELS[type]
  if (head[8] !== 8 || head[12] !== 0 || size === undefined) throw new Error('a PNG of another form')
  const raw = inflateSync(Buffer.concat(data))
  const line = width * size
  const rows = new Uint8Array(line * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)] ?? 0
    const [from, to] = [y * (line + 1) + 1, y * line]
    for (let x = 0; x < line; x++) {
      const a = x < size ? 0 : (rows[to + x - size] ?? 0)
      const b = y === 0 ? 0 : (rows[to - line + x] ?? 0)
      const c = y === 0 || x < size ? 0 : (rows[to - line + x - size] ?? 0)
      rows[to + x] = unfiltered(filter, raw[from + x] ?? 0, a, b, c)
    }
  }
  const rgb = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++)
    for (let channel = 0; channel < 3; channel++)
      rgb[i * 3 + channel] =
        (type === PALETTE ? palette[(rows[i] ?? 0) * 3 + channel] : rows[i * size + channel]) ?? 0
  return { width, height, rgb }
}

const colourAt = (rgb: Uint8Array, i: number): number =>
  ((rgb[i * 3] ?? 0) << 16) | ((rgb[i * 3 + 1] ?? 0) << 8) | (rgb[i * 3 + 2] ?? 0)

/** Channels in steps of so much; the last leaves at most 125 colours, each within 32 of what it stands for. */
const STEPS = [4, 8, 16, 32, 64]

/** A colour with its channels at the nearest step. */
const rounded = (colour: number, step: number): number =>
  [16, 8, 0].reduce((all, shift) => {
    const channel = Math.min(255, Math.round(((colour >> shift) & 255) / step) * step)
    return all | (channel << shift)
  }, 0)

/**
 * The colours that occur most as they are, and near ones for the others where they are too many; and for each colour
 * which of them stands for it.
 */
function paletteOf({ rgb, width, height }: Picture): { colours: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>()
  for (let i = 0; i < width * height; i++) {
    const colour = colourAt(rgb, i)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour)
  const kept = byCount.slice(0, byCount.length > COLOURS ? COLOURS / 2 : COLOURS)
  const others = byCount.slice(kept.length)
  const near = (step: number) => [...new Set(others.map((colour) => rounded(colour, step)))]
  const step = STEPS.find((each) => near(each).length <= COLOURS - kept.length) ?? 64
  const colours = [...kept, ...near(step)]
  const places = new Map(colours.map((colour, i) => [colour, i]))
  const placeOf = (colour: number, i: number) =>
    places.get(i < kept.length ? colour : rounded(colour, step)) ?? 0
  return { colours, indexOf: new Map(byCount.map((colour, i) => [colour, placeOf(colour, i)])) }
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Writes a picture as a PNG of at most 256 colours: those of a screen of ours, and near ones for the few others. */
export function pngOf(picture: Picture): Buffer {
  const { width, height, rgb } = picture
  const { colours, indexOf } = paletteOf(picture)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf.get(colourAt(rgb, y * width + x)) ?? 0
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, PALETTE], 8)
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
