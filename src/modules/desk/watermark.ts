import sharp from 'sharp'
import { drawText } from './pixel-font.ts'

/** Large enough to read small print on a document. */
const LONGEST_SIDE = 1_600
const MAX_PIXELS = 25_000_000
const DEADLINE_SECONDS = 10
const MAX_AT_ONCE = 3
const QUALITY = 86

// Otherwise every decoded picture of a customer stays in the library's cache.
sharp.cache(false)

let atWork = 0

/** Thrown where the picture is not made now, and may be asked for again. */
export class WatermarkBusy extends Error {}

/** The picture with who looks at it, and when, written all over: a photograph of the screen tells where it came from. */
export async function markPicture(bytes: Buffer, mark: string): Promise<Buffer> {
  if (atWork >= MAX_AT_ONCE) throw new WatermarkBusy('too many pictures are being marked')
  atWork += 1
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .timeout({ seconds: DEADLINE_SECONDS })
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const overlay = Buffer.from(drawMark(info.width, info.height, mark))
    return await sharp(data, { raw: info })
      .timeout({ seconds: DEADLINE_SECONDS })
      .composite([{ input: overlay }])
      .jpeg({ quality: QUALITY })
      .toBuffer()
  } finally {
    atWork -= 1
  }
}

/** Two colours, so that it shows on light and on dark. */
function drawMark(width: number, height: number, mark: string): string {
  const text = drawText(mark)
  const scale = Math.max(1, Math.max(width, height) / 560)
  const [stepX, stepY] = [text.width + 24, text.height * 8]
  const tile = (offset: number, colour: string): string =>
    `<path transform="translate(${offset} ${offset})" fill="${colour}" d="${text.path}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<pattern id="mark" width="${stepX}" height="${stepY}" patternUnits="userSpaceOnUse" patternTransform="rotate(-24) scale(${scale})">
${tile(0.6, 'rgba(255,255,255,0.34)')}${tile(0, 'rgba(0,0,0,0.26)')}</pattern></defs>
<rect width="100%" height="100%" fill="url(#mark)"/></svg>`
}
