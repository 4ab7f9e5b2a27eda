import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthenticatorSetup, ResetView } from '../../contract/console.ts'
import {
  FinishResetRequest,
  FinishResetWithPasskeyRequest,
  OpenLinkRequest,
} from '../../contract/console-requests.ts'
import type { PasskeyCreation } from '../../contract/desk-passkeys.ts'
import { RequestError } from '../../contract/errors.ts'
import { findRelyingParty } from '../../domains/sign-in/index.ts'
import {
  finishReset,
  finishResetWithPasskey,
  offerResetAuthenticator,
  offerResetPasskey,
  readReset,
} from '../../domains/staff/index.ts'
import { computeQrSvg } from '../../kernel/qr-code.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createDeviceCookies } from '../sign-in/cookies.ts'
import { presentCreation, requirePasskeys } from '../sign-in/passkey-routes.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './browser.ts'
import { createLinkAnswer } from './link-answer.ts'

const INVALID = 'console_reset_invalid'

/** What the link of a reset opens. The token is never in an address: it comes in the body. */
export function addResetRoutes(app: FastifyInstance, api: Site): void {
  const party = findRelyingParty(api.publicUrl)
  const devices = createDeviceCookies('console', api.publicUrl)
  const answer = createLinkAnswer(api.publicUrl, INVALID)
  const describe = (request: FastifyRequest) => ({
    address: computeClientAddress(request.ip),
    deviceTokens: devices.read(request),
    browser: describeBrowser(request.headers['user-agent']),
  })

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/reset',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<ResetView> => {
      const view = (await readReset(api, body.token)) ?? refuse()
      return { ...view, isPasskeyOffered: party !== undefined }
    },
  )

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/reset/authenticator',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<AuthenticatorSetup> => {
      const offered = (await offerResetAuthenticator(api, body.token)) ?? refuse()
      return { ...offered, qr: computeQrSvg(offered.link) }
    },
  )

  app.post<{ Body: FinishResetRequest }>(
    '/console/api/reset/finish',
    { config: { public: true, console: 'anybody' }, schema: { body: FinishResetRequest } },
    async (request, reply) => answer(reply, await finishReset(api, request.body, describe(request))),
  )

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/reset/passkey/challenge',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<PasskeyCreation> =>
      presentCreation(requirePasskeys(party, 'console'), (await offerResetPasskey(api, body.token)) ?? refuse()),
  )

  app.post<{ Body: FinishResetWithPasskeyRequest }>(
    '/console/api/reset/passkey',
    { config: { public: true, console: 'anybody' }, schema: { body: FinishResetWithPasskeyRequest } },
    async (request, reply) => {
      const from = describe(request)
      return answer(reply, await finishResetWithPasskey(api, requirePasskeys(party, 'console'), request.body, from))
    },
  )
}

function refuse(): never {
  throw new RequestError(INVALID)
}
