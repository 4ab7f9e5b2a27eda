import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { MAX_PICTURE_PIXELS } from '../../contract/onboarding.ts'
import type { PictureAnswer, PictureTask } from './picture-pool.ts'

/** Small print of a document stays readable; a camera's picture is many times larger. */
const LONGEST_SIDE = 2_400
const QUALITY = 88

sharp.cache(false)
sharp.concurrency(1)
// Decoders of other formats are not reached, whatever the bytes say.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** A new picture of what could be seen on the old one: whatever else the file held is gone. */
function reencode(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

parentPort?.on('message', async ({ number, bytes }: PictureTask) => {
  let answer: PictureAnswer
  try {
    answer = { number, bytes: new Uint8Array(await reencode(bytes)) }
  } catch {
    answer = { number }
  }
  parentPort?.postMessage(answer)
})
