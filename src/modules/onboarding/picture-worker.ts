import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { MAX_PICTURE_PIXELS } from '../../contract/onboarding.ts'
import type { PictureAnswer, PictureTask } from './picture-pool.ts'

/** Keeps the small print of a document readable; camera pictures are many times larger. */
const LONGEST_SIDE = 2_400
const QUALITY = 88

sharp.cache(false)
sharp.concurrency(1)
// Blocks the decoders of all other formats, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** Decodes and encodes again: only the visible picture is kept, everything else in the file is dropped. */
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
