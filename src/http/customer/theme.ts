import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { type AccentShades, LOGO_PATH, type RetailerTheme, type ShopLogo } from '../../contract/theme.ts'
import { html, type Markup } from './markup.ts'

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

const FILE = /^([0-9a-f]{32})\.(?:png|jpg|webp)$/
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Opened by itself it is a picture and nothing else. */
const POLICY = "default-src 'none'; sandbox"

/** Logos of retailers. Each change has another address. */
export function addLogoRoute(app: FastifyInstance, { retailers }: App): void {
  app.get<{ Params: { file: string } }>(
    `${LOGO_PATH}/:file`,
    { config: { public: true } },
    async (request, reply) => {
      const hash = FILE.exec(request.params.file)?.[1]
      const logo = hash === undefined ? undefined : await retailers.findLogo(hash)
      if (logo === undefined) throw new RequestError('route_not_found')
      reply.headers({ 'cache-control': FOR_EVER, 'content-security-policy': POLICY })
      return reply.type(logo.type).send(logo.bytes)
    },
  )
}
