import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedFile, sendEncodedFile } from '../../../platform/http/content-encoding.ts'
import type { StorefrontFiles } from '../../../platform/http/storefront-files.ts'

const SHORTLY = 'public, max-age=60'
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Any page may load them, and must be able to check them against `integrity`, which needs CORS. */
const FOR_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

export function addScriptRoutes(app: FastifyInstance, scripts: StorefrontFiles): void {
  app.get('/storefront/manifest.json', { config: { public: true } }, (request, reply) =>
    sendFile(request, reply, scripts.getManifest(), SHORTLY),
  )

  app.get<{ Params: { file: string } }>('/storefront/:file', { config: { public: true } }, (request, reply) =>
    sendFile(request, reply, scripts.getFile(request.params.file), FOR_EVER),
  )
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: EncodedFile,
  cacheControl: string,
): FastifyReply {
  return sendEncodedFile(request, reply.headers({ ...FOR_EVERY_PAGE, 'cache-control': cacheControl }), file)
}
