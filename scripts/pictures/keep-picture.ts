import { existsSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

/** Codes, ids and their letters differ at every run: a picture that differs by less than this share of its pixels stays. */
const SAME_SHARE = 0.006
/** What the eye does not see, and WebP does not keep. */
const SAME_LEVELS = 40

/** Writes the picture, unless the one that is there shows the same. Returns whether it was written. */
export async function keepPicture(path: string, png: Buffer): Promise<boolean> {
  if (existsSync(path) && (await isSame(path, png))) return false
  writeFileSync(path, await sharp(png).webp({ quality: 62, effort: 6 }).toBuffer())
  return true
}

async function isSame(path: string, png: Buffer): Promise<boolean> {
  const [before, after] = await Promise.all([path, png].map(readPixels))
  if (before === undefined || after === undefined || before.shape !== after.shape) return false
  let different = 0
  for (let at = 0; at < after.data.length; at += 3)
    for (let channel = at; channel < at + 3; channel += 1)
      if (Math.abs((before.data[channel] ?? 0) - (after.data[channel] ?? 0)) > SAME_LEVELS) {
        different += 1
        break
      }
  return different / (after.data.length / 3) < SAME_SHARE
}

async function readPixels(picture: string | Buffer): Promise<{ shape: string; data: Buffer }> {
  const { data, info } = await sharp(picture)
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { shape: `${info.width}x${info.height}`, data }
}
