import type { FastifyInstance } from 'fastify'
import type { SuspenseList, SuspenseView } from '../../contract/desk.ts'
import { ResolveSuspenseRequest, SearchQuery } from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { listSuspense, readSuspense, resolveSuspense } from '../../domains/suspense/index.ts'
import { isId } from '../../kernel/ids.ts'
import { createAddressBudget } from '../../platform/http/address-budget.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentQueuedPayment, presentSuspense } from './present.ts'

/** Our-numbers are consecutive: without a limit all purchases could be enumerated. */
const SEARCHES_PER_MINUTE = 10

export function addSuspenseRoutes(app: FastifyInstance, api: Site): void {
  const searches = createAddressBudget(SEARCHES_PER_MINUTE)

  app.get(
    '/desk/api/suspense',
    { config: { public: true, desk: 'suspense.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<SuspenseList>> => {
      const { payments, operators } = await listSuspense(api, getSession(request).operator)
      const presented = payments.map(payment => presentQueuedPayment(payment, operators))
      return { now: api.clock.now().toISOString(), payments: presented }
    },
  )

  app.get<{ Params: { case: string }; Querystring: SearchQuery }>(
    '/desk/api/suspense/:case',
    {
      config: { public: true, desk: 'suspense.read' },
      exposeHeadRoute: false,
      schema: { querystring: SearchQuery },
    },
    async (request): Promise<Presented<SuspenseView>> => {
      const search = request.query.search?.trim() ?? ''
      const { operator } = getSession(request)
      const waitSeconds = search === '' ? undefined : searches.spend(operator.id)
      if (waitSeconds !== undefined)
        throw new RequestError('rate_limited', { retryAfterSeconds: waitSeconds })
      return presentSuspense(await readSuspense(api, operator, request.params.case, search))
    },
  )

  app.post<{ Params: { case: string }; Body: ResolveSuspenseRequest }>(
    '/desk/api/suspense/:case/resolution',
    { config: { public: true, desk: 'suspense.resolve' }, schema: { body: ResolveSuspenseRequest } },
    async request => {
      const caseId = request.params.case
      if (!isId(caseId)) throw new RequestError('desk_not_found')
      const { result, billetId, reason } = request.body
      const wanted = { caseId, result, billetId, reason: reason.trim() }
      return presentOutcome(api, await resolveSuspense(api, getSession(request).operator, wanted))
    },
  )
}
