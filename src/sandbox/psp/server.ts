import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { DatabaseUnavailable } from '../../platform/db/database-errors.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { addAccessCheck, addTokenRoute } from './access.ts'
import type { AccessFiles } from './access-files.ts'
import { addChargeRoutes } from './charge-routes.ts'
import type { ChargeContext } from './charges.ts'
import { isMembers } from './field-reader.ts'
import { addLocationRoutes } from './location-routes.ts'
import { addPayoutRoutes, addPixRoutes } from './pix-routes.ts'
import { PspProblem } from './problem.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

const REQUEST_MS = 10_000
const IDLE_MS = 65_000
const BODY_LIMIT_BYTES = 256 * 1024
const HEADERS_LIMIT_BYTES = 16 * 1024

/** The Central Bank's Pix API, for one receiver. Certificates are asked for, and each route says whether it needs one. */
export function createPspServer(context: ChargeContext, files: AccessFiles): FastifyInstance {
  const { ca, server, clientId, clientSecret } = files
  const app: FastifyInstance = fastify({
    https: {
      ca,
      cert: server.certificate,
      key: server.key,
      minVersion: 'TLSv1.2',
      requestCert: true,
      // Locations are public: who fetches one has no certificate. Everybody else is refused with a problem.
      rejectUnauthorized: false,
      handshakeTimeout: REQUEST_MS,
      headersTimeout: REQUEST_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
    },
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 2_000 },
    genReqId: () => newId(),
    requestIdHeader: false,
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trackId' }),
    frameworkErrors: (error, request, reply) =>
      answerProblem(error, request, reply as unknown as FastifyReply),
  }) as unknown as FastifyInstance
  app.setErrorHandler(answerProblem)
  app.setNotFoundHandler(() => {
    throw new PspProblem('NaoEncontrado', { detail: 'Este banco não tem este endereço.' })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body))
    } catch (error) {
      done(error instanceof Error ? error : new PspProblem('RequisicaoInvalida'))
    }
  })
  const access = { database: context.database, clientId, clientSecret }
  addAccessCheck(app, access)
  app.addHook('preHandler', async request => {
    if ((request.method === 'PUT' || request.method === 'PATCH') && !isMembers(request.body))
      throw new PspProblem('RequisicaoInvalida', { detail: 'Falta o corpo da requisição.' })
  })
  // In a scope of its own: only the token is asked for by a form.
  app.register(async scope => addTokenRoute(scope, access))
  addChargeRoutes(app, context, 'cob')
  addChargeRoutes(app, context, 'cobv')
  addPixRoutes(app, context)
  addWebhookRoutes(app, context)
  addPayoutRoutes(app, context)
  addLocationRoutes(app, context, server)
  return app
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error)
  if (problem.type === 'ErroInternoDoServidor') request.log.error({ err: error }, 'the sandbox bank failed')
  reply.code(problem.status).type('application/problem+json').send(problem.present(request.id))
}

function toProblem(error: unknown): PspProblem {
  if (error instanceof PspProblem) return error
  if (error instanceof DatabaseUnavailable) return new PspProblem('ServicoIndisponivel')
  if (error instanceof RequestError) return new PspProblem('RequisicaoInvalida', { detail: error.message })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 400 || status >= 500) return new PspProblem('ErroInternoDoServidor')
  return new PspProblem('RequisicaoInvalida', {
    status,
    detail: REFUSALS[status] ?? 'A requisição não foi entendida.',
  })
}

const REFUSALS: Readonly<Record<number, string>> = {
  413: 'O corpo da requisição é grande demais.',
  415: 'O corpo da requisição deve ser application/json.',
}
