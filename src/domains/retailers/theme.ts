import { EXAMPLE_ACCENT, LOGO_PATH, type RetailerTheme, type ShopLogo } from '../../contract/theme.ts'
import { deriveAccent } from '../../kernel/accent.ts'
import { type Colour, parseColour } from '../../kernel/colour.ts'
import { InputError } from '../../kernel/faults.ts'
import type { PictureType } from '../../kernel/picture-header.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { parseLogo } from './logo.ts'
import type { TermsAuthor } from './terms-store.ts'
import { findThemeRow, setAccent, setLogo, type ThemeRow } from './theme-store.ts'

/** Absent: as before; null takes it away. */
export interface ThemeChanges {
  readonly accent?: string | null | undefined
  readonly logo?: Buffer | null | undefined
}

/** A theme with the colour as the retailer gave it, from which its shades follow. */
export interface StoredTheme extends RetailerTheme {
  readonly colour?: Colour
}

const ENDINGS: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Throws InputError when the colour or the picture cannot be used; then nothing is changed. */
export async function changeTheme(
  database: Database,
  retailerId: string,
  changes: ThemeChanges,
  author: TermsAuthor,
): Promise<StoredTheme> {
  const accent = typeof changes.accent === 'string' ? parseAccent(changes.accent) : changes.accent
  const logo = changes.logo && parseLogo(changes.logo)
  await database.transaction(async tx => {
    if (accent !== undefined) await setAccent(tx, retailerId, accent, author)
    if (logo !== undefined) await setLogo(tx, retailerId, logo, author)
  })
  return findTheme(database, retailerId)
}

/** Without members for a retailer that has no theme. */
export async function findTheme(db: Queryable, retailerId: string): Promise<StoredTheme> {
  const row = await findThemeRow(db, retailerId)
  if (row === undefined) return {}
  const { accent: colour } = row
  const logo = presentLogo(row)
  return { ...(colour && { colour, accent: deriveAccent(colour) }), ...(logo && { logo }) }
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
