import { timingSafeEqual } from 'node:crypto'
import { Busy } from '../../kernel/faults.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Session } from '../operators/index.ts'

/** Large enough to read small print on a document. */
const LONGEST_SIDE = 1_600
const MAX_PIXELS = 25_000_000
const DEADLINE_SECONDS = 10
const MAX_AT_ONCE = 2
/** A case has three pictures; a longer queue would make operators wait too long. */
const MAX_WAITING = 12
const QUALITY = 86
const ANGLE_DEGREES = -24
/** Longest side of the picture, in points of a letter. */
const POINTS_ACROSS = 560
const CHANNELS = 4
/** Two colours, so that the mark is visible on light and on dark. */
const LIGHT = [255, 255, 255, 90] as const
const DARK = [0, 0, 0, 70] as const

/** Loaded on demand: commands mark no picture, and the server loads it when it starts. */
async function loadPictureLibrary() {
  const { default: sharp } = await import('sharp')
  // Otherwise the library would keep decoded pictures of customers in its cache.
  sharp.cache(false)
  return sharp
}

let atWork = 0
const waiting: (() => void)[] = []

/** A picture that is decoded already, four bytes each pixel. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

const pickSize = ({ width, height }: Pixels) => ({ width, height })

/** Writes operator and time all over the picture: a photograph of the screen reveals its source. */
export async function markPicture(picture: Buffer | Pixels, mark: string): Promise<Buffer> {
  await acquireSlot()
  try {
    const sharp = await loadPictureLibrary()
    const limits = { limitInputPixels: MAX_PIXELS, sequentialRead: true } as const
    const read = Buffer.isBuffer(picture)
      ? sharp(picture, limits)
      : sharp(picture.pixels, { ...limits, raw: { ...pickSize(picture), channels: CHANNELS } })
    const { data, info } = await read
      .timeout({ seconds: DEADLINE_SECONDS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const tile = await drawTile(mark, info)
    return await sharp(data, { raw: info })
      .timeout({ seconds: DEADLINE_SECONDS })
      .composite([{ input: tile.data, raw: tile.info, tile: true }])
      .jpeg({ quality: QUALITY })
      .toBuffer()
  } finally {
    const next = waiting.shift()
    if (next === undefined) atWork -= 1
    else next()
  }
}

/** A finished task hands its slot to the longest waiting one. */
async function acquireSlot(): Promise<void> {
  if (atWork < MAX_AT_ONCE) {
    atWork += 1
    return
  }
  if (waiting.length >= MAX_WAITING) throw new Busy('too many pictures are being marked')
  await new Promise<void>(done => waiting.push(done))
}

/** Drawn pixel by pixel: the decoders that could render text are blocked, because untrusted pictures reach them. */
async function drawTile(mark: string, picture: { readonly width: number; readonly height: number }) {
  const text = drawText(mark)
  const scale = Math.max(1, Math.round(Math.max(picture.width, picture.height) / POINTS_ACROSS))
  const width = (text.width + 4) * scale
  const height = (text.height + 14) * scale
  const pixels = Buffer.alloc(width * height * CHANNELS)
  const paint = (offset: number, colour: readonly number[]): void => {
    for (const [x, y] of text.points)
      for (let row = 0; row < scale; row++)
        for (let column = 0; column < scale; column++) {
          const at = (y * scale + row + offset) * width + x * scale + column + offset
          pixels.set(colour, at * CHANNELS)
        }
  }
  paint(Math.ceil(scale / 2), LIGHT)
  paint(0, DARK)
  const sharp = await loadPictureLibrary()
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: CHANNELS } })
    .rotate(ANGLE_DEGREES, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  // A picture narrower than the text shows only part of it.
  const [fitWidth, fitHeight] = [Math.min(info.width, picture.width), Math.min(info.height, picture.height)]
  return sharp(data, { raw: info })
    .extract({
      left: Math.floor((info.width - fitWidth) / 2),
      top: Math.floor((info.height - fitHeight) / 2),
      width: fitWidth,
      height: fitHeight,
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/*
 * Letters of 5 × 7 points. A server may have no fonts installed, and the watermark must not depend on them. Each
 * character of a letter encodes one of its rows, in base 32.
 */
const ROWS: Readonly<Record<string, string>> = {
  A: 'EHHVHHH',
  B: 'UHHUHHU',
  C: 'EHGGGHE',
  D: 'SIHHHIS',
  E: 'VGGUGGV',
  F: 'VGGUGGG',
  G: 'EHGNHHF',
  H: 'HHHVHHH',
  I: 'E44444E',
  J: '72222IC',
  K: 'HIKOKIH',
  L: 'GGGGGGV',
  M: 'HRLLHHH',
  N: 'HHPLJHH',
  O: 'EHHHHHE',
  P: 'UHHUGGG',
  Q: 'EHHHLID',
  R: 'UHHUKIH',
  S: 'FGGE11U',
  T: 'V444444',
  U: 'HHHHHHE',
  V: 'HHHHHA4',
  W: 'HHHLLLA',
  X: 'HHA4AHH',
  Y: 'HHHA444',
  Z: 'V1248GV',
  0: 'EHJLPHE',
  1: '4C4444E',
  2: 'EH1248V',
  3: 'V2421HE',
  4: '26AIV22',
  5: 'VGU11HE',
  6: '68GUHHE',
  7: 'V124888',
  8: 'EHHEHHE',
  9: 'EHHF12C',
  '@': 'EH1DLLE',
  '.': '00000CC',
  '-': '000V000',
  _: '000000V',
  '+': '044V440',
  ':': '0CC0CC0',
  '/': '01248G0',
}
const WIDTH = 5
const HEIGHT = 7
const ADVANCE = WIDTH + 1

interface DrawnText {
  readonly width: number
  readonly height: number
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** Capital letters only; an unknown character becomes a gap. */
function drawText(text: string): DrawnText {
  const letters = [...text.toUpperCase()]
  const points = letters.flatMap((letter, at) => listPoints(ROWS[letter] ?? '', at * ADVANCE))
  return { width: letters.length * ADVANCE, height: HEIGHT, points }
}

function listPoints(rows: string, left: number): [number, number][] {
  return [...rows].flatMap((row, y) => {
    const bits = Number.parseInt(row, 32)
    const columns = Array.from({ length: WIDTH }, (_, x) => x)
    return columns.filter(x => bits & (1 << (WIDTH - 1 - x))).map((x): [number, number] => [left + x, y])
  })
}

const VIEW_MS = 60_000

/** Permission to view one file once, in the browser that asked for it. */
interface View {
  readonly subjectId: string
  readonly fileId: string
}

/** Signed, not stored: it holds what may be viewed, until when, and by which session. */
export function issueView(
  secrets: Secrets,
  view: View,
  sessionHash: Buffer,
  now: Date,
): { readonly token: string; readonly expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + VIEW_MS)
  const named = `${view.subjectId}.${view.fileId}.${expiresAt.getTime()}`
  return { token: `${named}.${sign(secrets, named, sessionHash).toString('base64url')}`, expiresAt }
}

export function findView(secrets: Secrets, token: string, sessionHash: Buffer, now: Date): View | undefined {
  const [subjectId = '', fileId = '', expires = '', signature = ''] = token.split('.')
  const right = sign(secrets, `${subjectId}.${fileId}.${expires}`, sessionHash)
  const shown = Buffer.from(signature, 'base64url')
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return undefined
  return Number(expires) > now.getTime() ? { subjectId, fileId } : undefined
}

function sign(secrets: Secrets, named: string, sessionHash: Buffer): Buffer {
  return secrets.computeMac('picture-view', `${named}.${sessionHash.toString('hex')}`)
}

/** Of Brazil's legal time: whoever compares a photograph with a clock on a wall has that one. */
const markTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})

/** Who looked, and when: a photograph of the screen reveals its source. */
export const composeMark = (
  { operator }: { readonly operator: Pick<Session['operator'], 'email'> },
  now: Date,
): string => `${operator.email} ${markTime.format(now)}`
