import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { writeManyScans } from '../../../test/onboarding/many-scans.ts'
import { MAX_PICTURE_BYTES } from '../../contract/onboarding.ts'
import { checkPicture } from './picture-pool.ts'

const plain = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
const starting = (hex: string, length = 100): Buffer => {
  const bytes = Buffer.alloc(length)
  Buffer.from(hex, 'hex').copy(bytes)
  return bytes
}

test('JPEG, PNG and WebP are recognised by their bytes, in every coding variant', async () => {
  const made: [string, Buffer][] = [
    ['image/jpeg', await plain().jpeg().toBuffer()],
    ['image/jpeg', await plain().jpeg({ progressive: true }).toBuffer()],
    ['image/jpeg', await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['image/png', await plain().png().toBuffer()],
    ['image/png', await plain().png({ progressive: true, palette: true }).toBuffer()],
    ['image/webp', await plain().webp().toBuffer()],
    ['image/webp', await plain().webp({ lossless: true }).toBuffer()],
    ['image/webp', await plain().withMetadata({ orientation: 6 }).webp().toBuffer()],
  ]
  for (const [type, bytes] of made) assert.deepEqual(checkPicture(bytes), { type })
})

test('anything else is not a picture, whatever type is declared', () => {
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('%PDF-1.7'),
    Buffer.from('GIF89a'),
    starting('524946461234567857415645'),
    starting('00ffd8ff'),
    starting('89504e470d0a1a'),
    Buffer.from([0xff]),
  ])
    assert.deepEqual(checkPicture(bytes), { problem: 'not-a-picture' })
  assert.deepEqual(checkPicture(Buffer.alloc(0)), { problem: 'empty' })
})

test('eight megabytes are accepted, one byte more is not', async () => {
  const small = await plain().jpeg().toBuffer()
  const padded = (length: number) => Buffer.concat([small, Buffer.alloc(length - small.length)])
  assert.deepEqual(checkPicture(padded(MAX_PICTURE_BYTES)), { type: 'image/jpeg' })
  assert.deepEqual(checkPicture(padded(MAX_PICTURE_BYTES + 1)), { problem: 'too-large' })
})

test('a picture of more than 25 megapixels is refused by its header alone', async () => {
  const png = await plain().png().toBuffer()
  const sized = (width: number, height: number) => {
    const bytes = Buffer.from(png)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return checkPicture(bytes)
  }
  assert.deepEqual(sized(5_000, 5_000), { type: 'image/png' })
  assert.deepEqual(sized(5_001, 5_000), { problem: 'too-many-pixels' })
  assert.deepEqual(sized(40_000, 40_000), { problem: 'too-many-pixels' })
  assert.deepEqual(sized(0, 40), { problem: 'broken' })
})

test('animations are refused', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00'].map(background =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  assert.deepEqual(checkPicture(animated), { problem: 'animated' })
  const png = await plain().png().toBuffer()
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)])
  const apng = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
  assert.deepEqual(checkPicture(apng), { problem: 'animated' })
})

test('a truncated or inconsistent header is broken, and is read within its bytes', async () => {
  for (const bytes of [
    await plain().jpeg().toBuffer(),
    await plain().png().toBuffer(),
    await plain().webp().toBuffer(),
    await plain().webp({ lossless: true }).toBuffer(),
  ])
    for (let length = 12; length < bytes.length; length += 1) {
      const checked = checkPicture(bytes.subarray(0, length))
      assert.ok('type' in checked || checked.problem === 'broken', `${length} bytes`)
    }
  assert.deepEqual(checkPicture(starting('ffd8ffe00000')), { problem: 'broken' })
  assert.deepEqual(checkPicture(starting('ffd8ffff', 1_000)), { problem: 'broken' })
})

test('a JPEG of up to thirty scans is accepted, one of more is refused without decoding, wherever segments lie between them', async () => {
  const own = 10
  assert.deepEqual(checkPicture(await writeManyScans(64, 30 - own)), { type: 'image/jpeg' })
  const many = await writeManyScans(64, 31 - own)
  assert.deepEqual(checkPicture(many), { problem: 'broken' })
  const comment = Buffer.from('fffe0006ffd9ffd9', 'hex')
  const scan = many.lastIndexOf(Buffer.from('ffda', 'hex'))
  const parted = Buffer.concat([many.subarray(0, scan), comment, many.subarray(scan)])
  assert.deepEqual(checkPicture(parted), { problem: 'broken' })
  const filled = Buffer.concat([many.subarray(0, scan), Buffer.from('ffff', 'hex'), many.subarray(scan)])
  assert.deepEqual(checkPicture(filled), { problem: 'broken' })
})
