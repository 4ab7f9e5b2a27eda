import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const PACK_FROM_BYTES = 1_024
const MAX_BYTES = 16 * 1024 * 1024
const ZSTD_FIRST_BYTE = 0x28

/** Compressed before it is sealed, because nothing can compress it afterwards. Short JSON stays as it is. */
export function packJson(text: string): Buffer {
  const bytes = Buffer.from(text)
  return bytes.length < PACK_FROM_BYTES ? bytes : zstdCompressSync(bytes)
}

/** JSON that is not compressed begins with a brace. */
export function unpackJson(bytes: Buffer): string {
  const plain =
    bytes[0] === ZSTD_FIRST_BYTE ? zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes
  return plain.toString()
}
