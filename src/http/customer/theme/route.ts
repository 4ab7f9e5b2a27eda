import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../../contract/errors.ts'
import { LOGO_PATH } from '../../../contract/theme.ts'
import type { Retailers } from '../../../domains/retailers/index.ts'

const FILE = /^([0-9a-f]{32})\.(?:png|jpg|webp)$/
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Opened by itself it is a picture and nothing else. */
const POLICY = "default-src 'none'; sandbox"

/** Logos of retailers. Each change has another address. */
export function addLogoRoute(app: FastifyInstance, { retailers }: { readonly retailers: Retailers }): void {
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
