import type { FastifyInstance } from 'fastify'
import type { DeskSession } from '../../contract/desk.ts'
import { SignInRequest } from '../../contract/desk-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import { listAccounts } from '../../domains/lender/index.ts'
import { endSession, type Session, signIn } from '../../domains/operators/index.ts'
import { presentReais } from '../../kernel/money.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'
import { createDeviceCookies, createSessionCookie } from '../sign-in/cookies.ts'
import type { Site } from '../site.ts'
import { countWaiting } from './count-waiting.ts'
import { getSession } from './desk-guard.ts'

export function addSessionRoutes(app: FastifyInstance, api: Site): void {
  const cookie = createSessionCookie('desk', api.publicUrl)
  const devices = createDeviceCookies('desk', api.publicUrl)
  const answerSignIn = createSignInAnswer('desk', api.publicUrl)

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

async function presentSession(
  api: Site,
  { operator, endsAt, idleMinutes }: Session,
): Promise<Presented<DeskSession>> {
  const { id, name, email, role } = operator
  const [counts, lenderName] = await Promise.all([countWaiting(api), findLenderName(api)])
  return {
    operator: { id, name, email, role },
    endsAt: endsAt.toISOString(),
    idleMinutes,
    fourEyesAbove: presentReais(api.fourEyesAboveCentavos),
    aloneDailyLimit: presentReais(api.aloneDailyLimitCentavos),
    waiveAloneUpTo: presentReais(api.waiveAloneUpToCentavos),
    counts,
    isHomologation: !api.isProduction,
    lenderName,
  }
}

async function findLenderName({ database, secrets }: Site): Promise<string | undefined> {
  const { accounts } = await listAccounts(database, secrets)
  const names = new Set(accounts.map(({ beneficiaryName }) => beneficiaryName))
  return names.size === 1 ? accounts[0]?.beneficiaryName : undefined
}
