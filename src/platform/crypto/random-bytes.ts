import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8_192)
let offset = pool.length

/**
 * Random bytes from a prefetched pool: a call into the generator costs more than the bytes. No byte is returned twice.
 */
export function takeRandomBytes(count: number): Buffer {
  if (offset + count > pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  const piece = Buffer.from(pool.subarray(offset, offset + count))
  offset += count
  return piece
}
