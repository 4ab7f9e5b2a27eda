/** Accent colours of a page in one scheme, as #rrggbb; every pair that carries text is readable (4.5 to 1). */
export interface AccentShades {
  readonly accent: string
  /** Under a pointer. */
  readonly strong: string
  /** Behind text. */
  readonly wash: string
  /** Text on the accent. */
  readonly on: string
}

export interface Accent {
  readonly light: AccentShades
  readonly dark: AccentShades
}

/** Its alternative text is the retailer's name. */
export interface ShopLogo {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** How the pages of a retailer's customers look; each member is absent where the retailer has none. */
export interface RetailerTheme {
  readonly accent?: Accent
  readonly logo?: ShopLogo
}

/** For sentences and samples: too light for letters by day. */
export const EXAMPLE_ACCENT = '#ff8a00'
export const LOGO_PATH = '/logos'
export const MAX_LOGO_BYTES = 65_536
export const MAX_LOGO_WIDTH = 1_024
export const MAX_LOGO_HEIGHT = 512
