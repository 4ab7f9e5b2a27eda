import { createHash } from 'node:crypto'
import { deriveAccent, findSeemingMeaning } from '../../brand/accent.ts'
import { type Colour, parseColour } from '../../brand/colour.ts'
import {
  EXAMPLE_ACCENT,
  LOGO_PATH,
  MAX_LOGO_BYTES,
  MAX_LOGO_HEIGHT,
  MAX_LOGO_WIDTH,
  type RetailerTheme,
  type ShopLogo,
} from '../../contract/theme.ts'
import { InputError } from '../../kernel/faults.ts'
import { MAX_SCANS, type PictureType, readPictureHeader } from '../../kernel/picture-header.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { TermsAuthor } from './terms-store.ts'
import { findThemeRow, setAccent, setLogo, type ThemeRow } from './theme-store.ts'

/** Absent: as before; null takes it away. */
export interface ThemeChanges {
  readonly accent?: string | null | undefined
  readonly logo?: Buffer | null | undefined
}

/** A theme with the colour as the retailer gave it, from which its shades follow. */
interface StoredTheme extends RetailerTheme {
  readonly colour?: Colour
  /** What the colour could be taken for: an error, or a warning. */
  readonly seems?: 'bad' | 'warn'
}

const ENDINGS: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Throws InputError when the colour or the picture cannot be used; then nothing is changed. `note` is part of the change. */
export async function changeTheme(
  database: Database,
  retailerId: string,
  changes: ThemeChanges,
  author: TermsAuthor,
  note?: (tx: Queryable) => Promise<void>,
): Promise<StoredTheme> {
  const accent = typeof changes.accent === 'string' ? parseAccent(changes.accent) : changes.accent
  const logo = changes.logo && parseLogo(changes.logo)
  await database.transaction(async tx => {
    if (accent !== undefined) await setAccent(tx, retailerId, accent, author)
    if (logo !== undefined) await setLogo(tx, retailerId, logo, author)
    await note?.(tx)
  })
  return findTheme(database, retailerId)
}

/** Without members for a retailer that has no theme. */
export async function findTheme(db: Queryable, retailerId: string): Promise<StoredTheme> {
  const row = await findThemeRow(db, retailerId)
  if (row === undefined) return {}
  const { accent: colour } = row
  const logo = presentLogo(row)
  const seems = colour && findSeemingMeaning(colour)
  return {
    ...(colour && { colour, accent: deriveAccent(colour) }),
    ...(seems && { seems }),
    ...(logo && { logo }),
  }
}

function presentLogo({ logoHash, logoType, logoWidth, logoHeight }: ThemeRow): ShopLogo | undefined {
  if (logoHash === null || logoType === null || logoWidth === null || logoHeight === null) return undefined
  return { url: `${LOGO_PATH}/${logoHash}.${ENDINGS[logoType]}`, width: logoWidth, height: logoHeight }
}

function parseAccent(text: string): Colour {
  const colour = parseColour(text)
  if (colour === undefined)
    throw new InputError(`must be a colour such as ${EXAMPLE_ACCENT}`, { field: 'accent' })
  return colour
}

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

/** By what the bytes are, not by what the file is called. Throws InputError. SVG is refused: it may carry scripts. */
function parseLogo(bytes: Buffer): Logo {
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
