import type { FastifyInstance } from 'fastify'
import type { AuthenticatorSetup, ConsoleSession, ConsoleSessionList } from '../../contract/console.ts'
import {
  ChangePasswordRequest,
  ConsoleSignInRequest,
  ReplaceAuthenticatorRequest,
  SwitchShopRequest,
} from '../../contract/console-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  endStaffSession,
  offerOwnAuthenticator,
  readOwnAccess,
  replaceOwnAuthenticator,
  type StaffSession,
  signInStaff,
  switchRetailer,
} from '../../domains/staff/index.ts'
import { computeQrSvg } from '../../kernel/qr-code.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'
import { createDeviceCookies, createSessionCookie } from '../sign-in/cookies.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './browser.ts'
import { getStaffSession } from './console-guard.ts'

/** Signing in and out, the own credentials, and where the person is signed in, at any shop. */
export function addSessionRoutes(app: FastifyInstance, api: Site): void {
  const cookie = createSessionCookie('console', api.publicUrl)
  const devices = createDeviceCookies('console', api.publicUrl)
  const answerSignIn = createSignInAnswer('console', api.publicUrl)

  app.post<{ Body: ConsoleSignInRequest }>(
    '/console/api/sign-in',
    { config: { public: true, console: 'anybody' }, schema: { body: ConsoleSignInRequest } },
    async (request, reply) => {
      const outcome = await signInStaff(api, {
        ...request.body,
        address: computeClientAddress(request.ip),
        deviceTokens: devices.read(request),
        browser: describeBrowser(request.headers['user-agent']),
      })
      return answerSignIn(reply, outcome, 'console_sign_in_refused')
    },
  )

  app.post<{ Body: ChangePasswordRequest }>(
    '/console/api/session/password',
    { config: { public: true, console: 'passkey.change' }, schema: { body: ChangePasswordRequest } },
    async (request, reply) => {
      const outcome = await changeOwnPassword(api, getStaffSession(request), {
        ...request.body,
        address: computeClientAddress(request.ip),
        deviceTokens: devices.read(request),
        browser: describeBrowser(request.headers['user-agent']),
      })
      return answerSignIn(reply, outcome, 'console_sign_in_refused')
    },
  )

  app.post(
    '/console/api/session/authenticator/setup',
    { config: { public: true, console: 'passkey.change' } },
    async (request): Promise<AuthenticatorSetup> => {
      const offered = offerOwnAuthenticator(api, getStaffSession(request))
      return { ...offered, qr: computeQrSvg(offered.link) }
    },
  )

  app.post<{ Body: ReplaceAuthenticatorRequest }>(
    '/console/api/session/authenticator',
    { config: { public: true, console: 'passkey.change' }, schema: { body: ReplaceAuthenticatorRequest } },
    async (request, reply) => {
      const outcome = await replaceOwnAuthenticator(api, getStaffSession(request), request.body, {
        address: computeClientAddress(request.ip),
        deviceTokens: devices.read(request),
        browser: describeBrowser(request.headers['user-agent']),
      })
      if (outcome.outcome === 'wrong code') throw new RequestError('console_invitation_code_refused')
      if (outcome.outcome === 'sign-in again') throw new RequestError('console_fresh_session_required')
      return answerSignIn(reply, outcome, 'console_sign_in_refused')
    },
  )

  app.post(
    '/console/api/sign-out',
    { config: { public: true, console: 'session.end' } },
    async (request, reply) => {
      await endStaffSession(api, getStaffSession(request))
      cookie.clear(reply)
      return {}
    },
  )

  app.get(
    '/console/api/session',
    { config: { public: true, console: 'session.read' }, exposeHeadRoute: false },
    async request => presentSession(api, getStaffSession(request)),
  )

  app.post<{ Body: SwitchShopRequest }>(
    '/console/api/session/shop',
    { config: { public: true, console: 'session.switch' }, schema: { body: SwitchShopRequest } },
    async (request, reply) => {
      const sessionId = await switchRetailer(api, getStaffSession(request), request.body.retailerId)
      if (sessionId === undefined) throw new RequestError('console_not_found')
      cookie.write(reply, sessionId)
      return {}
    },
  )

  app.get(
    '/console/api/sessions',
    { config: { public: true, console: 'session.read' }, exposeHeadRoute: false },
    async (request): Promise<ConsoleSessionList> => {
      const session = getStaffSession(request)
      const { sessions, ...credentials } = await readOwnAccess(api, session)
      return {
        ...credentials,
        sessions: sessions.map(({ id, browser, openedAt, lastSeenAt }) => ({
          id,
          browser,
          openedAt: openedAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isCurrent: id === session.id,
        })),
      }
    },
  )

  app.post<{ Params: { session: string } }>(
    '/console/api/sessions/:session/end',
    { config: { public: true, console: 'session.end' } },
    async request => {
      if (!(await endOwnSession(api, getStaffSession(request), request.params.session)))
        throw new RequestError('console_not_found')
      return {}
    },
  )

  app.post(
    '/console/api/sessions/end-others',
    { config: { public: true, console: 'session.end' } },
    async request => {
      await endOtherSessions(api, getStaffSession(request))
      return {}
    },
  )
}

async function presentSession(api: Site, session: StaffSession): Promise<Presented<ConsoleSession>> {
  const { person, retailerId, endsAt, idleMinutes } = session
  const shops = await Promise.all(
    session.places.map(async ({ retailerId: id, role }) => {
      const { name, isSuspended } = await api.retailers.getRetailer(id)
      return { shop: { retailerId: id, name, role }, isSuspended }
    }),
  )
  const here = shops.find(({ shop }) => shop.retailerId === retailerId)
  if (here === undefined) throw new Error(`person ${person.id} has no place at retailer ${retailerId}`)
  return {
    person,
    shop: here.shop,
    shops: shops.map(({ shop }) => shop).toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
    endsAt: endsAt.toISOString(),
    idleMinutes,
    isHomologation: !api.isProduction,
    isSuspended: here.isSuspended,
  }
}
