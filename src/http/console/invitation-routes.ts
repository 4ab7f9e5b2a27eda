import type { FastifyInstance } from 'fastify'
import type { AuthenticatorSetup, InvitationView } from '../../contract/console.ts'
import { AcceptInvitationRequest, OpenInvitationRequest } from '../../contract/console-requests.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { acceptInvitation, offerAuthenticator, readInvitation } from '../../domains/staff/index.ts'
import { computeQrSvg } from '../../kernel/qr-code.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './browser.ts'

/** What the link of an invitation opens. The token is never in an address: it comes in the body. */
export function addInvitationRoutes(app: FastifyInstance, api: Site): void {
  const answerSignIn = createSignInAnswer('console', api.publicUrl)

  app.post<{ Body: OpenInvitationRequest }>(
    '/console/api/invitation',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenInvitationRequest } },
    async ({ body }): Promise<InvitationView> => {
      return (await readInvitation(api, body.token)) ?? refuse('console_invitation_invalid')
    },
  )

  app.post<{ Body: OpenInvitationRequest }>(
    '/console/api/invitation/authenticator',
    { config: { public: true, console: 'anybody' }, schema: { body: OpenInvitationRequest } },
    async ({ body }): Promise<AuthenticatorSetup> => {
      const offered = (await offerAuthenticator(api, body.token)) ?? refuse('console_invitation_invalid')
      return { ...offered, qr: computeQrSvg(offered.link) }
    },
  )

  app.post<{ Body: AcceptInvitationRequest }>(
    '/console/api/invitation/accept',
    { config: { public: true, console: 'anybody' }, schema: { body: AcceptInvitationRequest } },
    async (request, reply) => {
      const browser = describeBrowser(request.headers['user-agent'])
      const outcome = await acceptInvitation(api, request.body, browser)
      switch (outcome.outcome) {
        case 'invalid':
          return refuse('console_invitation_invalid')
        case 'wrong code':
          return refuse('console_invitation_code_refused')
        case 'known':
          return refuse('console_person_known')
        default:
          return answerSignIn(reply, outcome, 'console_invitation_invalid')
      }
    },
  )
}

function refuse(code: ErrorCode): never {
  throw new RequestError(code)
}
