import type { FastifyInstance } from 'fastify'
import type { ConsolePeople } from '../../contract/console.ts'
import { ChangeRoleRequest, InviteRequest } from '../../contract/console-requests.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import {
  changePerson,
  endSessionsOfPerson,
  invitePerson,
  listPeople,
  resendInvitation,
  resetPerson,
  withdrawInvitation,
} from '../../domains/staff/index.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

/** The people of the retailer: who works there, who is invited, as what. */
export function addPeopleRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/console/api/people',
    { config: { public: true, console: 'people.read' }, exposeHeadRoute: false },
    async (request): Promise<ConsolePeople> => {
      const { person: self, retailerId } = getStaffSession(request)
      const { people, invitations } = await listPeople(api, retailerId)
      const now = api.realClock.now()
      return {
        people: people.map(({ id, name, email, role, since, resetUntil }) => ({
          id,
          name,
          email,
          role,
          since: since.toISOString(),
          isSelf: id === self.id,
          ...(resetUntil && {
            reset: { expiresAt: resetUntil.toISOString(), isExpired: resetUntil <= now },
          }),
        })),
        invitations: invitations.map(({ id, email, role, sentAt, expiresAt }) => ({
          id,
          email,
          role,
          sentAt: sentAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          isExpired: expiresAt <= now,
        })),
      }
    },
  )

  app.post<{ Body: InviteRequest }>(
    '/console/api/people/invite',
    { config: { public: true, console: 'people.change' }, schema: { body: InviteRequest } },
    async request => {
      const { person, retailerId } = getStaffSession(request)
      const { email, role } = request.body
      if (!api.messages.canSend('EMAIL')) throw new RequestError('service_unavailable')
      const invited = await invitePerson(api, { email, role, retailerId }, person)
      if (invited === 'known') throw new RequestError('console_person_changed')
      // The link is only in the e-mail: otherwise an owner could take the place of whom they invite.
      return { id: invited.invitationId }
    },
  )

  app.post<{ Params: { invitation: string } }>(
    '/console/api/people/invitations/:invitation/resend',
    { config: { public: true, console: 'people.change' } },
    async request =>
      orNotFound(await resendInvitation(api, getStaffSession(request), request.params.invitation)),
  )

  app.post<{ Params: { invitation: string } }>(
    '/console/api/people/invitations/:invitation/withdraw',
    { config: { public: true, console: 'people.change' } },
    async request =>
      orNotFound(await withdrawInvitation(api, getStaffSession(request), request.params.invitation)),
  )

  app.post<{ Params: { person: string }; Body: ChangeRoleRequest }>(
    '/console/api/people/:person/role',
    { config: { public: true, console: 'people.change' }, schema: { body: ChangeRoleRequest } },
    async request => {
      const { params, body } = request
      return answer(await changePerson(api, getStaffSession(request), params.person, body.role))
    },
  )

  app.post<{ Params: { person: string } }>(
    '/console/api/people/:person/remove',
    { config: { public: true, console: 'people.change' } },
    async request =>
      answer(await changePerson(api, getStaffSession(request), request.params.person, 'removed')),
  )

  app.post<{ Params: { person: string } }>(
    '/console/api/people/:person/reset',
    { config: { public: true, console: 'people.change' } },
    async request => {
      // The link is only in the e-mail to the person, and every owner is told.
      if (!api.messages.canSend('EMAIL')) throw new RequestError('service_unavailable')
      return answer(await resetPerson(api, getStaffSession(request), request.params.person))
    },
  )

  app.post<{ Params: { person: string } }>(
    '/console/api/people/:person/end-sessions',
    { config: { public: true, console: 'people.change' } },
    async request =>
      orNotFound(await endSessionsOfPerson(api, getStaffSession(request), request.params.person)),
  )
}

const REFUSALS = {
  'not found': 'console_not_found',
  'last owner': 'console_last_owner',
  unchanged: 'console_person_changed',
  'by lender': 'console_reset_by_lender',
} as const satisfies Readonly<Record<string, ErrorCode>>

function answer(outcome: 'done' | keyof typeof REFUSALS): object {
  if (outcome === 'done') return {}
  throw new RequestError(REFUSALS[outcome])
}

function orNotFound(isDone: boolean): object {
  if (isDone) return {}
  throw new RequestError('console_not_found')
}
