import sharp from 'sharp'

/** A Huffman table whose only code, one bit, says that thousands of blocks are empty. */
const TABLE = Buffer.concat([
  Buffer.from('ffc4001410', 'hex'),
  Buffer.from([1, ...Array.from({ length: 15 }, () => 0)]),
  Buffer.from([0xe0]),
])
const EMPTY_BLOCKS_PER_CODE = 2 ** 15 - 1
/** Of the first component: all its coefficients again. */
const SCAN = Buffer.from('ffda0008010100013f00', 'hex')

function writeEmptyBlocks(blocks: number): Buffer {
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / EMPTY_BLOCKS_PER_CODE))
  const bytes = (bits.match(/.{1,8}/g) ?? []).map(each => Number.parseInt(each.padEnd(8, '1'), 2))
  return Buffer.from(bytes.flatMap(byte => (byte === 0xff ? [byte, 0] : [byte])))
}

/** A valid progressive JPEG with this many empty scans; each costs a decoder a pass over the whole picture. */
export async function writeManyScans(side: number, scans: number): Promise<Buffer> {
  const plain = await sharp({ create: { width: side, height: side, channels: 3, background: '#7799bb' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = Buffer.concat([SCAN, writeEmptyBlocks(Math.ceil(side / 8) ** 2)])
  const more = Array.from({ length: scans }, () => scan)
  return Buffer.concat([plain.subarray(0, -2), TABLE, ...more, plain.subarray(-2)])
}
