import type { FastifyInstance } from 'fastify'
import type { AuthenticatorSetup, InvitationView } from '../../contract/console.ts'
import {
  AcceptInvitationRequest,
  AcceptInvitationWithPasskeyRequest,
  OpenLinkRequest,
} from '../../contract/console-requests.ts'
import type { FirstPasskeyCreation } from '../../contract/desk-passkeys.ts'
import { RequestError } from '../../contract/errors.ts'
import { findRelyingParty } from '../../domains/sign-in/index.ts'
import {
  acceptInvitation,
  acceptInvitationWithPasskey,
  offerAuthenticator,
  offerFirstPasskey,
  readInvitation,
} from '../../domains/staff/index.ts'
import { computeQrSvg } from '../../kernel/qr-code.ts'
import { presentCreation, requirePasskeys } from '../sign-in/passkey-routes.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './browser.ts'
import { createLinkAnswer } from './link-answer.ts'

const INVALID = 'console_invitation_invalid'

/** What the link of an invitation opens. The token is never in an address: it comes in the body. */
export function addInvitationRoutes(app: FastifyInstance, api: Site): void {
  const party = findRelyingParty(api.publicUrl)
  const answer = createLinkAnswer(api.publicUrl, INVALID)

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/invitation',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<InvitationView> => {
      const view = (await readInvitation(api, body.token)) ?? refuse()
      return { ...view, isPasskeyOffered: party !== undefined }
    },
  )

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/invitation/authenticator',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<AuthenticatorSetup> => {
      const offered = (await offerAuthenticator(api, body.token)) ?? refuse()
      return { ...offered, qr: computeQrSvg(offered.link) }
    },
  )

  app.post<{ Body: AcceptInvitationRequest }>(
    '/console/api/invitation/accept',
    { config: { public: true, console: 'anybody' }, schema: { body: AcceptInvitationRequest } },
    async (request, reply) => {
      const browser = describeBrowser(request.headers['user-agent'])
      return answer(reply, await acceptInvitation(api, request.body, browser))
    },
  )

  app.post<{ Body: OpenLinkRequest }>(
    '/console/api/invitation/passkey/challenge',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenLinkRequest } },
    async ({ body }): Promise<FirstPasskeyCreation> => {
      const offered = (await offerFirstPasskey(api, body.token)) ?? refuse()
      return { ...presentCreation(requirePasskeys(party, 'console'), offered), setup: offered.setup }
    },
  )

  app.post<{ Body: AcceptInvitationWithPasskeyRequest }>(
    '/console/api/invitation/passkey',
    { config: { public: true, console: 'anybody' }, schema: { body: AcceptInvitationWithPasskeyRequest } },
    async (request, reply) => {
      const browser = describeBrowser(request.headers['user-agent'])
      const outcome = await acceptInvitationWithPasskey(api, requirePasskeys(party, 'console'), request.body, browser)
      return answer(reply, outcome)
    },
  )
}

function refuse(): never {
  throw new RequestError(INVALID)
}
