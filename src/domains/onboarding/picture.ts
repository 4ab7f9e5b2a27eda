import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '../../contract/onboarding.ts'
import { MAX_SCANS, type PictureType, readPictureHeader } from '../../kernel/picture-header.ts'

export type { PictureType } from '../../kernel/picture-header.ts'

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
  const read = readPictureHeader(bytes)
  if (read === undefined) return { problem: 'not-a-picture' }
  const { type, header } = read
  if (header === undefined) return { problem: 'broken' }
  if (header.isAnimated) return { problem: 'animated' }
  if ((header.scans ?? 0) > MAX_SCANS) return { problem: 'broken' }
  if (header.width * header.height > MAX_PICTURE_PIXELS) return { problem: 'too-many-pixels' }
  return { type }
}
