import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeskSession } from '../../contract/desk.ts'
import { SignInRequest } from '../../contract/desk-requests.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { endSession, IDLE_MINUTES, type Session, signIn } from '../../domains/operators/index.ts'
import { presentReais } from '../../kernel/money.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import type { Site } from '../site.ts'
import { createDeviceCookies, createSessionCookie } from './cookie.ts'
import { countWaiting } from './count-waiting.ts'
import { getSession } from './desk-guard.ts'

export function addSessionRoutes(app: FastifyInstance, api: Site): void {
  const cookie = createSessionCookie(api.publicUrl)
  const devices = createDeviceCookies(api.publicUrl)
  const answerSignIn = createSignInAnswer(api.publicUrl)

  app.post<{ Body: SignInRequest }>(
    '/desk/api/sign-in',
    { config: { public: true, desk: 'anybody' }, schema: { body: SignInRequest } },
    async (request, reply) => {
      const outcome = await signIn(api, {
        ...request.body,
        address: computeClientAddress(request.ip),
        deviceTokens: devices.read(request),
      })
      return answerSignIn(reply, outcome, 'desk_sign_in_refused')
    },
  )

  app.post(
    '/desk/api/sign-out',
    { config: { public: true, desk: 'session.end' } },
    async (request, reply) => {
      await endSession(api, getSession(request))
      cookie.clear(reply)
      return {}
    },
  )

  app.get(
    '/desk/api/session',
    { config: { public: true, desk: 'session.read' }, exposeHeadRoute: false },
    async request => presentSession(api, getSession(request)),
  )
}

/** Answers an attempt to sign in, by any method; a success sets the cookies of the session and of the device. */
export function createSignInAnswer(publicUrl: string) {
  const cookie = createSessionCookie(publicUrl)
  const devices = createDeviceCookies(publicUrl)
  return (reply: FastifyReply, outcome: Awaited<ReturnType<typeof signIn>>, refusal: ErrorCode): object => {
    switch (outcome.outcome) {
      case 'busy':
        throw new RequestError('service_unavailable', { retryAfterSeconds: 1 })
      case 'wait':
        throw new RequestError('rate_limited', { retryAfterSeconds: outcome.seconds })
      case 'refused':
        throw new RequestError(refusal)
      case 'signed-in':
        cookie.write(reply, outcome.sessionId)
        devices.write(reply, outcome.device)
        return {}
    }
  }
}

async function presentSession(api: Site, { operator, endsAt }: Session): Promise<Presented<DeskSession>> {
  const { id, name, email, role } = operator
  return {
    operator: { id, name, email, role },
    endsAt: endsAt.toISOString(),
    idleMinutes: IDLE_MINUTES,
    fourEyesAbove: presentReais(api.fourEyesAboveCentavos),
    aloneDailyLimit: presentReais(api.aloneDailyLimitCentavos),
    counts: await countWaiting(api),
    isHomologation: !api.isProduction,
  }
}
