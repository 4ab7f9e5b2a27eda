import type { AccentShades, RetailerTheme, ShopLogo } from '../../../contract/theme.ts'
import { html, type Markup } from '../markup.ts'

/** Sets the accent of one page. Its values are derived by the program, never text that somebody typed. */
export function presentAccentStyle({ accent }: RetailerTheme): string | undefined {
  return (
    accent && `${presentRule(accent.light)}@media (prefers-color-scheme:dark){${presentRule(accent.dark)}}`
  )
}

function presentRule({ accent, strong, wash, on }: AccentShades): string {
  return `:root{--accent:${accent};--accent-strong:${strong};--accent-wash:${wash};--on-accent:${on}}`
}

/** The shop's name: as its logo where it has one, with the name as its alternative text. */
export function presentShopName(retailerName: string, logo: ShopLogo | undefined): Markup {
  return logo === undefined
    ? html`<strong>${retailerName}</strong>`
    : html`<img class="logo" src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="${retailerName}">`
}
