import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthenticatorSetup, InvitationView, ResetView } from '../../contract/console.ts'
import {
  AcceptInvitationRequest,
  AcceptInvitationWithPasskeyRequest,
  FinishResetRequest,
  FinishResetWithPasskeyRequest,
  OpenLinkRequest,
} from '../../contract/console-requests.ts'
import type { FirstPasskeyCreation, PasskeyCreation } from '../../contract/desk-passkeys.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { findRelyingParty } from '../../domains/sign-in/index.ts'
import { invitationLink, resetLink } from '../../domains/staff/index.ts'
import { computeQrSvg } from '../../kernel/qr-code.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'
import { createDeviceCookies } from '../sign-in/cookies.ts'
import { presentCreation, requirePasskeys } from '../sign-in/passkey-routes.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './browser.ts'

type Link = typeof invitationLink | typeof resetLink
type Entered = Awaited<ReturnType<Link['enter']>>

/**
 * What the link of an invitation or of a reset opens: what it says, an authenticator or a passkey to set up, and entering
 * with it. The token is never in an address: it comes in the body.
 */
export function addAccessLinkRoutes(app: FastifyInstance, api: Site): void {
  const party = findRelyingParty(api.publicUrl)
  const requireParty = () => requirePasskeys(party, 'console')
  const devices = createDeviceCookies('console', api.publicUrl)
  const answerSignIn = createSignInAnswer('console', api.publicUrl)
  const config = { public: true, console: 'anybody' } as const

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/invitation',
    { config, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<InvitationView> => {
      const view = (await invitationLink.read(api, body.token)) ?? refuse('console_invitation_invalid')
      return { ...view, isPasskeyOffered: party !== undefined }
    },
  )

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/reset',
    { config, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<ResetView> => {
      const view = (await resetLink.read(api, body.token)) ?? refuse('console_reset_invalid')
      return { ...view, isPasskeyOffered: party !== undefined }
    },
  )

  addOffers('/console/api/invitation', invitationLink, 'console_invitation_invalid')
  addOffers('/console/api/reset', resetLink, 'console_reset_invalid')

  function addOffers(path: string, link: Link, invalid: ErrorCode): void {
    app.post<{ Body: OpenLinkRequest }>(
      `${path}/authenticator`,
      { config, schema: { body: OpenLinkRequest } },
      async ({ body }): Promise<AuthenticatorSetup> => {
        const offered = (await link.offerAuthenticator(api, body.token)) ?? refuse(invalid)
        return { ...offered, qr: computeQrSvg(offered.link) }
      },
    )

    app.post<{ Body: OpenLinkRequest }>(
      `${path}/passkey/challenge`,
      { config, schema: { body: OpenLinkRequest } },
      async ({ body }): Promise<FirstPasskeyCreation | PasskeyCreation> => {
        const offered = (await link.offerPasskey(api, body.token)) ?? refuse(invalid)
        const creation = presentCreation(requireParty(), offered)
        return offered.setup === undefined ? creation : { ...creation, setup: offered.setup }
      },
    )
  }

  app.post<{ Body: AcceptInvitationRequest }>(
    '/console/api/invitation/accept',
    { config, schema: { body: AcceptInvitationRequest } },
    async (request, reply) => {
      const entered = await invitationLink.enter(api, request.body, describe(request))
      return answer(reply, entered, 'console_invitation_invalid')
    },
  )

  app.post<{ Body: AcceptInvitationWithPasskeyRequest }>(
    '/console/api/invitation/passkey',
    { config, schema: { body: AcceptInvitationWithPasskeyRequest } },
    async (request, reply) => {
      const from = describe(request)
      const entered = await invitationLink.enterWithPasskey(api, requireParty(), request.body, from)
      return answer(reply, entered, 'console_invitation_invalid')
    },
  )

  app.post<{ Body: FinishResetRequest }>(
    '/console/api/reset/finish',
    { config, schema: { body: FinishResetRequest } },
    async (request, reply) => {
      const entered = await resetLink.enter(api, request.body, describe(request))
      return answer(reply, entered, 'console_reset_invalid')
    },
  )

  app.post<{ Body: FinishResetWithPasskeyRequest }>(
    '/console/api/reset/passkey',
    { config, schema: { body: FinishResetWithPasskeyRequest } },
    async (request, reply) => {
      const from = describe(request)
      const entered = await resetLink.enterWithPasskey(api, requireParty(), request.body, from)
      return answer(reply, entered, 'console_reset_invalid')
    },
  )

  function describe(request: FastifyRequest) {
    return {
      address: computeClientAddress(request.ip),
      deviceTokens: devices.read(request),
      browser: describeBrowser(request.headers['user-agent']),
    }
  }

  function answer(reply: FastifyReply, entered: Entered, invalid: ErrorCode): object {
    switch (entered.outcome) {
      case 'invalid':
        return refuse(invalid)
      case 'wrong code':
        return refuse('console_invitation_code_refused')
      case 'wrong passkey':
        return refuse('console_passkey_invalid')
      case 'known':
        return refuse('console_person_known')
      case 'password missing':
        throw invalidParameter('password', 'is required')
      default:
        return answerSignIn(reply, entered, 'console_reset_refused')
    }
  }
}

function refuse(why: ErrorCode): never {
  throw new RequestError(why)
}
