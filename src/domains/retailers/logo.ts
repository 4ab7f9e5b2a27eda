import { createHash } from 'node:crypto'
import { MAX_LOGO_BYTES, MAX_LOGO_HEIGHT, MAX_LOGO_WIDTH } from '../../contract/theme.ts'
import { InputError } from '../../kernel/faults.ts'
import { MAX_SCANS, type PictureType, readPictureHeader } from '../../kernel/picture-header.ts'

export interface Logo {
  readonly bytes: Buffer
  /** Of the bytes: the address of a logo changes with it. */
  readonly hash: string
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

/** The end of a whole file: one that was cut off is refused, whatever its header says. */
const isWhole: Readonly<Record<PictureType, (bytes: Buffer) => boolean>> = {
  'image/png': bytes => bytes.toString('latin1', bytes.length - 8, bytes.length - 4) === 'IEND',
  'image/jpeg': bytes => bytes.toString('hex', bytes.length - 2) === 'ffd9',
  'image/webp': bytes => bytes.readUInt32LE(4) + 8 === bytes.length,
}

/** By what the bytes are, not by what the file is called. Throws InputError. SVG is no picture here: it may carry scripts. */
export function parseLogo(bytes: Buffer): Logo {
  if (bytes.length === 0) throw refuse('is empty')
  if (bytes.length > MAX_LOGO_BYTES) throw refuse(`is larger than ${MAX_LOGO_BYTES / 1024} KiB`)
  const read = readPictureHeader(bytes)
  if (read === undefined)
    throw refuse(isSvg(bytes) ? 'must not be an SVG, which may carry scripts' : 'must be a PNG, JPEG or WebP')
  const { type, header } = read
  if (header === undefined || (header.scans ?? 0) > MAX_SCANS || !isWhole[type](bytes))
    throw refuse('is broken or not complete')
  if (header.isAnimated) throw refuse('must not be animated')
  const { width, height } = header
  if (width > MAX_LOGO_WIDTH || height > MAX_LOGO_HEIGHT)
    throw refuse(
      `has ${width} × ${height} pixels, more than ${MAX_LOGO_WIDTH} wide or ${MAX_LOGO_HEIGHT} high`,
    )
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32), type, width, height }
}

const isSvg = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.toString('latin1'))

const refuse = (problem: string): InputError => new InputError(problem, { field: 'logo' })
