import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { invalidParameter, missingParameters } from '../../../contract/parameter-errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import { ReplayAnswer, ReplayRequest } from '../../../contract/webhooks.ts'
import { replayEvents } from '../../../domains/webhooks/index.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { parseInstant } from '../../parse-instant.ts'
import { describeWebhookRoute } from '../describe-webhook-route.ts'

export function addReplayRoute(app: FastifyInstance, api: App): void {
  app.post<{ Body: ReplayRequest }>(
    '/webhooks/replay',
    {
      config: { scope: 'webhooks' },
      schema: describeWebhookRoute({
        summary: 'Send events again',
        description:
          'One event, or all of a time that the endpoint subscribes to, whether they were delivered before or not, with the same `webhook-id`.',
        body: ReplayRequest,
        answer: ReplayAnswer,
        refusals: { 404: 'Endpoint or event not found', 409: 'The endpoint is disabled' },
      }),
    },
    async (request, reply): Promise<Answer<typeof ReplayAnswer>> => {
      const { retailerId } = getCaller(request)
      const { endpointId, eventId, since, until } = request.body
      if (eventId !== undefined) {
        if (since !== undefined || until !== undefined)
          throw invalidParameter('eventId', 'cannot be combined with since and until')
        const answer = { replayed: 1 }
        const remember = rememberAnswer<void>(request, reply, () => answer)
        await api.webhooks.replayEvent(retailerId, endpointId, eventId, remember)
        return answer
      }
      if (since === undefined) throw missingParameters(['eventId'])
      const from = parseInstant('since', since)
      const to = until === undefined ? api.clock.now() : parseInstant('until', until)
      if (to < from) throw invalidParameter('until', 'must not lie before since')
      const remember = rememberAnswer(request, reply, (replayed: number) => ({ replayed }))
      const range = { retailerId, endpointId, since: from, until: to }
      return { replayed: await replayEvents(api, range, remember) }
    },
  )
}
