import type { FastifyInstance } from 'fastify'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { EventsAnswer, EventsQuery, parseListLength } from '../../../contract/webhooks.ts'
import { listEvents } from '../../../domains/webhooks/index.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { describeWebhookRead } from '../describe-webhook-route.ts'
import type { WebhookApi } from '../webhook-api.ts'

export function addEventsRoute(app: FastifyInstance, api: WebhookApi): void {
  app.get<{ Querystring: EventsQuery }>(
    '/events',
    {
      config: { scope: 'webhooks' },
      schema: describeWebhookRead({
        summary: 'Read the log of events',
        description:
          'Everything that happened, in order and without gaps, whether an endpoint subscribes to it or not. Keep the `eventId` of the last event and send it as `after` the next time.',
        querystring: EventsQuery,
        answer: EventsAnswer,
      }),
    },
    async (request, reply) => {
      const { after, limit } = request.query
      const count = parseListLength(limit)
      const { retailerId } = getCaller(request)
      const found = await listEvents(api.database, retailerId, { after, limit: count + 1 })
      if (found === undefined) throw invalidParameter('after', 'must be the eventId of one of your events')
      const shown = found.slice(0, count)
      const next = found.length > count ? (shown.at(-1)?.id ?? null) : null
      // Bodies are already JSON, and pulled events must equal pushed ones to the byte.
      reply.type('application/json; charset=utf-8')
      return `{"data":[${shown.map(({ body }) => body).join(',')}],"next":${JSON.stringify(next)}}`
    },
  )
}
