import sharp from 'sharp'
import { MAX_PICTURE_PIXELS } from '../../contract/onboarding.ts'
import type { PictureAnswer, PictureTask } from './picture-pool.ts'

/** Keeps the small print of a document readable; camera pictures are many times larger. */
const LONGEST_SIDE = 2_400
const QUALITY = 88
/** Checked between the steps of a picture; the pool ends a process that does not reach the next step. */
const DEADLINE_SECONDS = 11
/** Node and the largest picture, a progressive one kept whole, need less than half of it. */
const MAX_MEMORY_BYTES = 768 * 1024 * 1024
const LOOK_MS = 50

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
    .timeout({ seconds: DEADLINE_SECONDS })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** Not `process.exit`: that waits for the threads of a decoder. */
const endAtOnce = (): void => void process.kill(process.pid, 'SIGKILL')

// The program that started this process is gone.
process.once('disconnect', endAtOnce)

process.on('message', async ({ number, bytes }: PictureTask) => {
  // Decoders allocate outside the heap, which the engine does not limit.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) endAtOnce()
  }, LOOK_MS)
  let answer: PictureAnswer
  try {
    answer = { number, bytes: await reencode(bytes) }
  } catch {
    answer = { number }
  }
  clearInterval(watch)
  process.send?.(answer)
})
