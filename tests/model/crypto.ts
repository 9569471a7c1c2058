import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'

/** A key that shows its bytes: only this file's cipher reads them. */
type Key = { readonly raw: Uint8Array }

const TAG = 16

const bytesOf = (data: BufferSource): Uint8Array =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

/**
 * WebCrypto as far as the vault uses it, with the same bytes, but without a thread of its own and with
 * random numbers from a seed: a program runs the same way each time. A password costs one round.
 */
export function seededCrypto(seed: number): Crypto {
  const next = mulberry(seed)
  const fill = (bytes: Uint8Array): void => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() & 0xff
  }
  const subtle = {
    importKey: async (_format: string, raw: BufferSource) => ({ raw: Uint8Array.from(bytesOf(raw)) }),
    deriveKey: async ({ salt }: { salt: BufferSource }, { raw }: Key) => ({
      raw: new Uint8Array(pbkdf2Sync(raw, bytesOf(salt), 1, 32, 'sha256')),
    }),
    digest: async (_name: string, data: BufferSource) =>
      bufferOf(createHash('sha256').update(bytesOf(data)).digest()),
    encrypt: async ({ iv, additionalData }: AesGcmParams, { raw }: Key, data: BufferSource) => {
      const cipher = createCipheriv('aes-256-gcm', raw, bytesOf(iv))
      if (additionalData) cipher.setAAD(bytesOf(additionalData))
      return bufferOf(Buffer.concat([cipher.update(bytesOf(data)), cipher.final(), cipher.getAuthTag()]))
    },
    decrypt: async ({ iv, additionalData }: AesGcmParams, { raw }: Key, data: BufferSource) => {
      const sealed = bytesOf(data)
      const cipher = createDecipheriv('aes-256-gcm', raw, bytesOf(iv))
      if (additionalData) cipher.setAAD(bytesOf(additionalData))
      cipher.setAuthTag(sealed.subarray(sealed.length - TAG))
      return bufferOf(Buffer.concat([cipher.update(sealed.subarray(0, -TAG)), cipher.final()]))
    },
  }
  return {
    subtle: subtle as unknown as SubtleCrypto,
    getRandomValues: <T extends ArrayBufferView | null>(array: T): T => {
      if (array !== null) fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
      return array
    },
    randomUUID: () => {
      const bytes = new Uint8Array(16)
      fill(bytes)
      const hex = Buffer.from(bytes).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as const
    },
  }
}

/** Numbers of 32 bits, the same ones for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
}
