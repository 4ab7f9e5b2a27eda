import { fastifySwagger } from '@fastify/swagger'
import { fastifySwaggerUi } from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { withoutPrivateKeywords } from './private-keywords.ts'

/**
 * `/openapi.json`, generated from the schemas that validate requests, and `/docs`, where every endpoint can be tried.
 */
export async function addReferenceRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Crediário',
        description:
          'Credit decisions and installment financing for a checkout. Amounts are reais, rates are percent. In homologation, a CPF that begins with 000 chooses its own outcome.',
        version: '1',
      },
      // Relative to the page's own address: the browser would treat another one as cross-origin.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { header: { type: 'apiKey', in: 'header', name: 'x-service-apikey' } },
      },
    },
    transform: ({ schema, url }) => ({ schema: withoutPrivateKeywords(schema), url }),
    hideUntagged: true,
  })
  app.get('/openapi.json', { config: { public: true } }, async () => app.swagger())
  await app.register(async docs => {
    docs.addHook('onRoute', route => {
      route.config = { ...route.config, public: true }
    })
    await docs.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      uiConfig: {
        layout: 'BaseLayout',
        tryItOutEnabled: true,
        displayRequestDuration: true,
        defaultModelsExpandDepth: 0,
        deepLinking: true,
      },
      theme: { title: 'Crediário: API reference' },
    })
  })
}
