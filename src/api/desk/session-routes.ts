import type { DeskSession } from '../../contract/desk.ts'
import { SignInRequest } from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { countWaiting } from '../../flows/desk/read-desk.ts'
import { presentReais } from '../../kernel/money.ts'
import { endSession, IDLE_MINUTES, type Session, signIn } from '../../modules/desk/index.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createSessionCookie } from './cookie.ts'
import type { AddDeskRoute, DeskApi } from './desk-route.ts'

export function addSessionRoutes(add: AddDeskRoute, api: DeskApi): void {
  const cookie = createSessionCookie(api.publicUrl)

  add({
    method: 'POST',
    path: '/sign-in',
    action: 'anybody',
    body: SignInRequest,
    async handle({ body, request }, reply) {
      const outcome = await signIn(api, { ...body, address: computeClientAddress(request.ip) })
      switch (outcome.outcome) {
        case 'busy':
          throw new RequestError('service_unavailable', { retryAfterSeconds: 1 })
        case 'wait':
          throw new RequestError('rate_limited', { retryAfterSeconds: outcome.seconds })
        case 'refused':
          throw new RequestError('desk_sign_in_refused')
        case 'signed-in':
          cookie.write(reply, outcome.sessionId)
          return {}
      }
    },
  })

  add({
    method: 'POST',
    path: '/sign-out',
    action: 'session.end',
    async handle({ session }, reply) {
      await endSession(api, session)
      cookie.clear(reply)
      return {}
    },
  })

  add({
    method: 'GET',
    path: '/session',
    action: 'session.read',
    handle: ({ session }) => presentSession(api, session),
  })
}

async function presentSession(api: DeskApi, { operator, endsAt }: Session): Promise<Presented<DeskSession>> {
  const { id, name, email, role } = operator
  return {
    operator: { id, name, email, role },
    endsAt: endsAt.toISOString(),
    idleMinutes: IDLE_MINUTES,
    fourEyesAbove: presentReais(api.fourEyesAboveCentavos),
    counts: await countWaiting(api),
  }
}
