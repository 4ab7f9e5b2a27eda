import { fastifySwagger, type SwaggerTransformObject } from '@fastify/swagger'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { VERSION_HEADER, VERSIONS } from '../../contract/versions.ts'
import { sendShell, type WebAssets } from '../../platform/http/web-assets.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import type { Language } from './language.ts'
import type { OpenApi } from './list-operations.ts'
import { composeReferencePages, type ReferencePages } from './pages.ts'
import type { TryIt } from './present-operation.ts'

interface ReferenceApi extends WebAssets {
  readonly tryIt: TryIt
  readonly publicUrl: string
}

const config = { public: true }
/** Short, because a new release may say more. */
const CACHE = 'public, max-age=300'

/** `/openapi.json`, generated from the schemas that validate requests, and `/docs`, the pages made from it. */
export async function addReferenceRoutes(app: FastifyInstance, api: ReferenceApi): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Crediário',
        description:
          'Credit decisions and installment financing for a checkout. Amounts are reais, rates are percent. In homologation, a CPF that begins with 000 chooses its own outcome.',
        version: VERSIONS.current,
      },
      // Relative to the page's own address: the browser would treat another one as cross-origin.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { header: { type: 'apiKey', in: 'header', name: 'x-service-apikey' } },
        parameters: {
          ServiceVersion: {
            in: 'header',
            name: VERSION_HEADER,
            required: false,
            description: 'Version that serves this call, instead of the one that the key was made under',
            schema: { type: 'string', enum: Object.keys(VERSIONS.served) },
          },
        },
      },
    },
    transform: ({ schema, url }) => ({ schema: withoutPrivateKeywords(schema), url }),
    transformObject: addSharedParts,
    hideUntagged: true,
  })
  app.get('/openapi.json', { config }, async () => app.swagger())
  addPages(app, api)
}

function addPages(app: FastifyInstance, { renderShell, tryIt, publicUrl }: ReferenceApi): void {
  let known: ReferencePages | undefined
  const getPages = (): ReferencePages => {
    known ??= composeReferencePages(app.swagger() as unknown as OpenApi, tryIt, publicUrl)
    return known
  }
  const send = (reply: FastifyReply, language: Language, name: string): FastifyReply => {
    const page = getPages().find(language, name)
    if (page === undefined) throw new RequestError('route_not_found')
    return sendShell(reply.header('cache-control', CACHE), renderShell(page))
  }
  for (const [language, base] of [
    ['pt', '/docs'],
    ['en', '/docs/en'],
  ] as const) {
    app.get(base, { config }, (_request, reply) => send(reply, language, ''))
    app.get(`${base}/search.json`, { config }, (_request, reply) =>
      reply.header('cache-control', CACHE).send(getPages().getSearchIndex(language)),
    )
    app.get<{ Params: { page: string } }>(`${base}/:page`, { config }, ({ params }, reply) =>
      send(reply, language, params.page),
    )
  }
}

const VERSION_PARAMETER = { $ref: '#/components/parameters/ServiceVersion' }

/** What belongs to every operation but is checked for all routes in one place, and what the service sends by itself. */
const addSharedParts: SwaggerTransformObject = document => {
  if (!('openapiObject' in document)) throw new Error('the document is not of OpenAPI 3.1')
  const { openapiObject } = document
  for (const methods of Object.values(openapiObject.paths ?? {}))
    for (const operation of Object.values(methods ?? {}))
      if (typeof operation === 'object' && 'responses' in operation)
        operation.parameters = [...(operation.parameters ?? []), VERSION_PARAMETER]
  return { ...openapiObject, webhooks: describeWebhooks() } as typeof openapiObject
}

/** Removes `x-error`, which is for the validator only. */
function withoutPrivateKeywords<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutPrivateKeywords) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([name]) => name !== 'x-error')
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutPrivateKeywords(value)])) as T
}
