import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, type PICTURE_TYPES } from '../../contract/onboarding.ts'
import { MAX_SCANS, readJpegHeader, readPngHeader, readWebpHeader } from './picture-header.ts'

export type PictureType = (typeof PICTURE_TYPES)[number]

/** Magic numbers; `..` stands for any byte. The declared type is ignored. */
const FORMATS = [
  { type: 'image/jpeg', beginning: /^ffd8ff/, readHeader: readJpegHeader },
  { type: 'image/png', beginning: /^89504e470d0a1a0a/, readHeader: readPngHeader },
  { type: 'image/webp', beginning: /^52494646.{8}57454250/, readHeader: readWebpHeader },
] as const

export type PictureProblem =
  | 'empty'
  | 'too-large'
  | 'not-a-picture'
  | 'too-many-pixels'
  | 'animated'
  /** Starts like a picture, but cannot be decoded. */
  | 'broken'

/** All checks that need no decoding: what is refused here never reaches a decoder. */
export function checkPicture(
  bytes: Buffer,
): { readonly type: PictureType } | { readonly problem: PictureProblem } {
  if (bytes.length === 0) return { problem: 'empty' }
  if (bytes.length > MAX_PICTURE_BYTES) return { problem: 'too-large' }
  const beginning = bytes.toString('hex', 0, 12)
  const format = FORMATS.find(each => each.beginning.test(beginning))
  if (format === undefined) return { problem: 'not-a-picture' }
  const header = format.readHeader(bytes)
  if (header === undefined) return { problem: 'broken' }
  if (header.isAnimated) return { problem: 'animated' }
  if ((header.scans ?? 0) > MAX_SCANS) return { problem: 'broken' }
  if (header.width * header.height > MAX_PICTURE_PIXELS) return { problem: 'too-many-pixels' }
  return { type: format.type }
}
