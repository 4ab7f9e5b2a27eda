import type { FastifyInstance } from 'fastify'
import { ConsolePasskeySignInRequest } from '../../contract/console-requests.ts'
import {
  AddPasskeyRequest,
  type PasskeyChallenge,
  type PasskeyCreation,
  type PasskeyList,
} from '../../contract/desk-passkeys.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { findRelyingParty } from '../../domains/sign-in/index.ts'
import {
  addStaffPasskey,
  listStaffPasskeys,
  offerStaffPasskey,
  offerStaffPasskeySignIn,
  removeStaffPasskey,
  signInStaffWithPasskey,
} from '../../domains/staff/index.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './browser.ts'
import { getStaffSession } from './console-guard.ts'
import { presentChallenge, presentCreation, requireParty } from './present-passkey.ts'

/** Passkeys (WebAuthn): a way in without password and code, and the person's own keys. */
export function addPasskeyRoutes(app: FastifyInstance, api: Site): void {
  const party = findRelyingParty(api.publicUrl)
  const answerSignIn = createSignInAnswer('console', api.publicUrl)

  app.post(
    '/console/api/passkey-sign-in/challenge',
    { config: { public: true, console: 'anybody' } },
    async (): Promise<PasskeyChallenge> =>
      presentChallenge(requireParty(party), offerStaffPasskeySignIn(api)),
  )

  app.post<{ Body: ConsolePasskeySignInRequest }>(
    '/console/api/passkey-sign-in',
    { config: { public: true, console: 'anybody' }, schema: { body: ConsolePasskeySignInRequest } },
    async (request, reply) => {
      const address = computeClientAddress(request.ip)
      const browser = describeBrowser(request.headers['user-agent'])
      const from = { address, browser }
      const outcome = await signInStaffWithPasskey(api, requireParty(party), request.body, from)
      return answerSignIn(reply, outcome, 'console_passkey_refused')
    },
  )

  app.get(
    '/console/api/passkeys',
    { config: { public: true, console: 'passkey.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<PasskeyList>> => ({
      isOffered: party !== undefined,
      passkeys: (await listStaffPasskeys(api, getStaffSession(request))).map(
        ({ id, label, createdAt, lastUsedAt }) => ({
          id,
          label,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString(),
        }),
      ),
    }),
  )

  app.post(
    '/console/api/passkeys/challenge',
    { config: { public: true, console: 'passkey.change' } },
    async (request): Promise<PasskeyCreation> => {
      const session = getStaffSession(request)
      const offered = await offerStaffPasskey(api, session)
      if (typeof offered === 'string') return refuseKey(offered)
      const { challenge, known } = offered
      return presentCreation(requireParty(party), { challenge, person: session.person }, known)
    },
  )

  app.post<{ Body: AddPasskeyRequest }>(
    '/console/api/passkeys',
    { config: { public: true, console: 'passkey.change' }, schema: { body: AddPasskeyRequest } },
    async request => {
      const outcome = await addStaffPasskey(api, getStaffSession(request), requireParty(party), request.body)
      return outcome === 'added' ? {} : refuseKey(outcome)
    },
  )

  app.post<{ Params: { passkey: string } }>(
    '/console/api/passkeys/:passkey/remove',
    { config: { public: true, console: 'passkey.change' } },
    async request => {
      const outcome = await removeStaffPasskey(api, getStaffSession(request), request.params.passkey)
      return outcome === 'done' ? {} : refuseKey(outcome)
    },
  )
}

const REFUSALS = {
  refused: 'console_passkey_invalid',
  full: 'console_passkeys_full',
  'sign-in again': 'console_fresh_session_required',
  'not found': 'console_not_found',
  last: 'console_last_passkey',
} as const

function refuseKey(why: keyof typeof REFUSALS): never {
  throw new RequestError(REFUSALS[why])
}
