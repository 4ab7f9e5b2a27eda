import type { Colour } from '../../brand/colour.ts'
import type { PictureType } from '../../kernel/picture-header.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { TermsAuthor } from './terms-store.ts'
import type { Logo } from './theme.ts'

export interface ThemeRow {
  readonly accent: Colour | null
  readonly logoHash: string | null
  readonly logoType: PictureType | null
  readonly logoWidth: number | null
  readonly logoHeight: number | null
}

export interface LogoFile {
  readonly bytes: Buffer
  readonly type: PictureType
}

const SELECT: Statement = {
  name: 'retailer-themes.find',
  text: `SELECT t.accent, t.logo_hash, t.logo_type, t.logo_width,
      t.logo_height FROM retailer_themes t WHERE t.retailer_id = $1`,
}
const SELECT_LOGO: Statement = {
  name: 'retailer-themes.find-logo',
  text: `SELECT t.logo AS bytes, t.logo_type AS type FROM retailer_themes t WHERE t.logo_hash = $1 LIMIT 1`,
}
const SET_ACCENT: Statement = {
  name: 'retailer-themes.set-accent',
  text: `INSERT INTO retailer_themes (retailer_id, accent, changed_by, changed_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (retailer_id) DO UPDATE SET accent = $2, changed_by = $3, changed_at = $4`,
}
const SET_LOGO: Statement = {
  name: 'retailer-themes.set-logo',
  text: `INSERT INTO retailer_themes (retailer_id, logo, logo_hash, logo_type, logo_width, logo_height, changed_by, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (retailer_id) DO UPDATE SET logo = $2, logo_hash = $3, logo_type = $4, logo_width = $5, logo_height = $6,
      changed_by = $7, changed_at = $8`,
}

export async function findThemeRow(db: Queryable, retailerId: string): Promise<ThemeRow | undefined> {
  return (await db.run<ThemeRow>(SELECT, [retailerId]))[0]
}

export async function findLogoFile(db: Queryable, hash: string): Promise<LogoFile | undefined> {
  return (await db.run<LogoFile>(SELECT_LOGO, [hash]))[0]
}

/** Null takes it away. */
export async function setAccent(
  db: Queryable,
  retailerId: string,
  accent: Colour | null,
  { by, at }: TermsAuthor,
): Promise<void> {
  await db.run(SET_ACCENT, [retailerId, accent, by, at])
}

/** Null takes it away. */
export async function setLogo(
  db: Queryable,
  retailerId: string,
  logo: Logo | null,
  { by, at }: TermsAuthor,
): Promise<void> {
  const { bytes = null, hash = null, type = null, width = null, height = null } = logo ?? {}
  await db.run(SET_LOGO, [retailerId, bytes, hash, type, width, height, by, at])
}
