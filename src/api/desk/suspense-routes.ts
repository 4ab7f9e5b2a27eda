import type { SuspenseList, SuspenseView } from '../../contract/desk.ts'
import { ResolveSuspenseRequest, SearchQuery } from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { listSuspense, readSuspense } from '../../flows/desk/read-suspense.ts'
import { resolveSuspense } from '../../flows/desk/resolve-suspense.ts'
import { isId } from '../../kernel/ids.ts'
import { presentOutcome } from './case-routes.ts'
import type { AddDeskRoute, DeskApi } from './desk-route.ts'
import { presentQueuedPayment, presentSuspense } from './present.ts'

export function addSuspenseRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'GET',
    path: '/suspense',
    action: 'suspense.read',
    async handle({ session }): Promise<Presented<SuspenseList>> {
      const { payments, operators } = await listSuspense(api, session.operator)
      const presented = payments.map(payment => presentQueuedPayment(payment, operators))
      return { now: api.clock.now().toISOString(), payments: presented }
    },
  })

  add({
    method: 'GET',
    path: '/suspense/:case',
    action: 'suspense.read',
    query: SearchQuery,
    async handle({ session, params, query }): Promise<Presented<SuspenseView>> {
      const search = query.search?.trim() ?? ''
      return presentSuspense(await readSuspense(api, session.operator, params.case ?? '', search))
    },
  })

  add({
    method: 'POST',
    path: '/suspense/:case/resolution',
    action: 'suspense.resolve',
    body: ResolveSuspenseRequest,
    async handle({ session, params, body }) {
      const caseId = params.case ?? ''
      if (!isId(caseId)) throw new RequestError('desk_not_found')
      const { result, billetId, reason } = body
      const wanted = { caseId, result, billetId, reason: reason.trim() }
      return presentOutcome(api, await resolveSuspense(api, session.operator, wanted))
    },
  })
}
