export const MAX_PICTURE_BYTES = 8 * 1024 * 1024

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

/** How each format begins; `..` stands for any byte. What the sender calls the file is not believed. */
const BEGINNINGS: readonly (readonly [PictureType, string])[] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/webp', '52494646........57454250'],
]

export type PictureProblem = 'empty' | 'too-large' | 'not-a-picture'

export function checkPicture(
  bytes: Buffer,
): { readonly type: PictureType } | { readonly problem: PictureProblem } {
  if (bytes.length === 0) return { problem: 'empty' }
  if (bytes.length > MAX_PICTURE_BYTES) return { problem: 'too-large' }
  const beginning = bytes.toString('hex', 0, 12)
  const found = BEGINNINGS.find(([, pattern]) => new RegExp(`^${pattern}`).test(beginning))
  return found === undefined ? { problem: 'not-a-picture' } : { type: found[0] }
}
