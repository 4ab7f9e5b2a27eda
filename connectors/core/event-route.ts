import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../src/contract/errors.ts'
import type { ConnectorContext } from './context.ts'
import { receiveEvent } from './inbox.ts'

const BODY_LIMIT_BYTES = 64 * 1024

interface OfAccount {
  readonly Params: { readonly accountId: string }
  readonly Body: Buffer
}

/** Where our own webhooks about one platform's accounts arrive. */
export function addEventRoute(app: FastifyInstance, context: ConnectorContext, platform: string): void {
  app.register(async scope => {
    // The signature covers the bytes that arrived: parsed and written again they would be others.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<OfAccount>(
      `/connectors/${platform}/events/:accountId`,
      { config: { public: true }, bodyLimit: BODY_LIMIT_BYTES },
      async ({ headers, body, params }, reply) => {
        const message = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
        if (!(await receiveEvent(context, params.accountId, message)))
          throw new RequestError('connector_signature_refused')
        return reply.code(204).send()
      },
    )
  })
}
