import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import type { Answer } from '../../../contract/presented.ts'
import { parseStatusFilter, RequestsAnswer, RequestsQuery } from '../../../contract/requests.ts'
import { parseListLength } from '../../../contract/webhooks.ts'
import { listRequests } from '../../../domains/retailers/index.ts'
import { parseIdTime } from '../../../kernel/ids.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { parseInstant } from '../../parse-instant.ts'

export function addRequestsRoute(app: FastifyInstance, { database }: App): void {
  app.get<{ Querystring: RequestsQuery }>(
    '/requests',
    {
      config: { scope: 'webhooks' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'List your requests of the last 7 days',
          description:
            'What your keys asked for and what was answered, the newest first, about a second after the answer. No bodies, no addresses, nothing about a customer. Needs the scope `webhooks`. Above 1,200 requests a minute of one key, some may be missing.',
          answer: RequestsAnswer,
        }),
        security: [{ header: [] }],
        querystring: RequestsQuery,
      },
    },
    async (request): Promise<Answer<typeof RequestsAnswer>> =>
      readRequests(database, getCaller(request).retailerId, request.query),
  )
}

/** For programs and for the pages of the shop's people. */
export async function readRequests(
  database: App['database'],
  retailerId: string,
  { from, status, limit, ...query }: RequestsQuery,
): Promise<Answer<typeof RequestsAnswer>> {
  const { found, next } = await listRequests(database, retailerId, {
    ...query,
    from: from === undefined ? undefined : parseInstant('from', from),
    statuses: status === undefined ? undefined : parseStatusFilter(status),
    limit: parseListLength(limit),
  })
  return { data: found.map(presentRequest), next: next ?? null }
}

type FoundRequest = Awaited<ReturnType<typeof listRequests>>['found'][number]

function presentRequest(request: FoundRequest): Answer<typeof RequestsAnswer>['data'][number] {
  const { trackId, method, route, status, errorCode, durationMs, keyHint } = request
  const at = parseIdTime(trackId).toISOString()
  return { trackId, at, method, route, status, code: errorCode ?? undefined, durationMs, key: keyHint }
}
