import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { listDocuments, openDocument } from '../../src/domains/onboarding/evidence.ts'
import { createPicturePool } from '../../src/domains/onboarding/picture-pool.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buy } from '../support/purchase-http.ts'
import { CustomerDevice, expectDone, expectRefused } from './customer-device.ts'
import { writeManyScans } from './many-scans.ts'

let app: TestApp
let device: CustomerDevice
let transactionId: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  const bought = await buy(app)
  transactionId = bought.transactionId
  device = new CustomerDevice(app, bought)
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
})
after(() => app.stop())

const plain = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#7799bb' } })

function writeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Its header claims 1.6 gigapixels, and its data begins accordingly. */
function composeBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(Buffer.alloc(20_000_000), { level: 1 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

test('a picture of 40,000 by 40,000 is refused before it is decoded', async () => {
  const bomb = composeBomb(40_000)
  assert.ok(bomb.length < 1_000_000)
  const rssBefore = process.memoryUsage.rss()
  expectRefused(await device.show('front', bomb), 413, 'picture_too_large')
  assert.ok(process.memoryUsage.rss() - rssBefore < 400 * 1024 * 1024)
})

test('other formats, animations and broken files are refused with a reason, and the step stays open', async () => {
  const jpeg = await plain().jpeg().toBuffer()
  const frames = await Promise.all([plain().png().toBuffer(), plain().negate().png().toBuffer()])
  const refused: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', await plain().gif().toBuffer()],
    ['TIFF', await plain().tiff().toBuffer()],
    ['AVIF', await plain().avif({ effort: 0 }).toBuffer()],
    [
      'animated WebP',
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    ],
    ['half a JPEG', jpeg.subarray(0, jpeg.length >> 1)],
    ['a JPEG without data', jpeg.subarray(0, 200)],
    ['a PNG header on a JPEG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), jpeg])],
    [
      'a WebP with nothing in it',
      Buffer.concat([Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 '), Buffer.alloc(99)]),
    ],
  ]
  for (const [name, bytes] of refused) {
    const answer = await device.show('front', bytes)
    assert.deepEqual([name, answer.status, answer.error.code], [name, 400, 'picture_not_accepted'])
    assert.match(answer.error.message, /^image not accepted/)
    assert.equal(answer.error.step, 'FRONTDOC')
  }
})

test('a hundred files with random byte changes are accepted or refused, and none causes an error', async () => {
  const originals = [
    await plain().jpeg().toBuffer(),
    await plain().png().toBuffer(),
    await plain().webp().toBuffer(),
    await plain().webp({ lossless: true }).toBuffer(),
  ]
  const pool = createPicturePool({ processes: 1 })
  try {
    let seed = 7
    for (let round = 0; round < 100; round += 1) {
      const bytes = Buffer.from(originals[round % originals.length] ?? Buffer.alloc(0))
      for (let change = 0; change < 8; change += 1) {
        seed = (seed * 48_271) % 2_147_483_647
        bytes[12 + (seed % (bytes.length - 12))] = seed & 0xff
      }
      const made = await pool.reencode(bytes)
      if (made !== undefined) assert.equal((await sharp(made).metadata()).format, 'jpeg')
    }
  } finally {
    await pool.close()
  }
})

test('nine megabytes are refused, announced or not', async () => {
  const large = Buffer.concat([await plain().jpeg().toBuffer(), Buffer.alloc(9 * 1024 * 1024)])
  expectRefused(await device.show('front', large), 413, 'picture_too_large')
  const headers = { 'content-type': 'image/jpeg', [ONBOARDING_HEADER]: '1' }
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(large))
      controller.close()
    },
  })
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const chunked = await device.request('/documents/front', init).catch(() => undefined)
  assert.ok(chunked === undefined || chunked.status === 413)
})

test('the stored picture is upright, and has no location, camera data, thumbnail or hidden second page', async () => {
  const page = Buffer.from('<html><script>alert(document.domain)</script></html>')
  const exif = {
    IFD0: { Make: 'CanaryCamera', ImageDescription: 'canary-description' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '23/1 33/1 0/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '46/1 38/1 0/1',
    },
  }
  const photo = await plain(300, 200)
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .jpeg()
    .toBuffer()
  assert.ok(photo.includes('CanaryCamera'))
  expectDone(await device.show('front', Buffer.concat([photo, page])))
  const [front] = (await listDocuments(app.database, transactionId)).filter(({ kind }) => kind === 'front')
  const kept = await openDocument(app.services, transactionId, front?.id ?? '')
  assert.ok(kept)
  for (const trace of ['Canary', 'canary', 'Exif', 'script', 'GPS'])
    assert.ok(!kept.bytes.includes(trace), trace)
  const { width, height, format, exif: left, orientation } = await sharp(kept.bytes).metadata()
  assert.deepEqual([format, left, orientation], ['jpeg', undefined, undefined])
  assert.deepEqual([width, height], [200, 300], 'turned as the camera was held')
})

test('a large camera picture is stored reduced, and sealed so that nothing is readable', async () => {
  const large = await plain(5_000, 4_000).jpeg().toBuffer()
  expectDone(await device.show('back', large))
  const back = (await listDocuments(app.database, transactionId)).find(({ kind }) => kind === 'back')
  const kept = await openDocument(app.services, transactionId, back?.id ?? '')
  assert.ok(kept)
  const { width, height } = await sharp(kept.bytes).metadata()
  assert.deepEqual([width, height], [2_400, 1_920])
  const boxes = await app.database.run<{ box: Buffer }>(
    { name: '', text: 'SELECT box FROM onboarding_documents' },
    [],
  )
  const beginning = kept.bytes.subarray(0, 12)
  assert.equal(boxes.length, 2)
  assert.ok(boxes.every(({ box }) => !box.includes(beginning)))
})

const ODD_DECODER = new URL('./odd-decoder.ts', import.meta.url)

test('a decoder that hangs, in native code too, or dies on a picture is ended, and the next picture is served', async () => {
  const pool = createPicturePool({ processes: 1, workMs: 2_000, script: ODD_DECODER })
  try {
    const good = Buffer.from([9, 9])
    assert.deepEqual(await pool.reencode(good), good)
    for (const bad of [1, 2, 4]) {
      assert.equal(await pool.reencode(Buffer.from([bad])), undefined)
      assert.deepEqual(await pool.reencode(good), good)
    }
  } finally {
    await pool.close()
  }
})

test('a JPEG with thousands of scans is refused before it is decoded, and the decoder that gets one is ended', async () => {
  expectRefused(await device.show('selfie', await writeManyScans(1_000, 3_000)), 400, 'picture_not_accepted')
  const pool = createPicturePool({ processes: 1, workMs: 2_000 })
  try {
    const small = await plain().jpeg({ progressive: true }).toBuffer()
    assert.ok(await pool.reencode(small))
    assert.equal(await pool.reencode(await writeManyScans(3_000, 20_000)), undefined)
    assert.ok(await pool.reencode(small))
  } finally {
    await pool.close()
  }
})

test('pictures beyond the capacity of the decoders get 503, and do not pile up', async () => {
  const pool = createPicturePool({ processes: 1, longestQueue: 2, script: ODD_DECODER })
  try {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => pool.reencode(Buffer.from([3]))))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'],
    )
  } finally {
    await pool.close()
  }
})
