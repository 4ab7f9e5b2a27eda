import type { FastifyInstance } from 'fastify'
import {
  AddPasskeyRequest,
  type PasskeyChallenge,
  type PasskeyCreation,
  type PasskeyList,
  PasskeySignInRequest,
} from '../../contract/desk-passkeys.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerPasskeySignIn,
  removePasskey,
  signInWithPasskey,
} from '../../domains/operators/index.ts'
import { CHALLENGE_MS, findRelyingParty, type RelyingParty } from '../../domains/sign-in/index.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'
import type { Site } from '../site.ts'
import { getSession } from './desk-guard.ts'

/** Passkeys (WebAuthn): a way in without password and code, and the operator's own keys. */
export function addPasskeyRoutes(app: FastifyInstance, api: Site): void {
  const party = findRelyingParty(api.publicUrl)
  const answerSignIn = createSignInAnswer('desk', api.publicUrl)

  app.post(
    '/desk/api/passkey-sign-in/challenge',
    { config: { public: true, desk: 'anybody' } },
    async (): Promise<PasskeyChallenge> => presentChallenge(requireParty(party), offerPasskeySignIn(api)),
  )

  app.post<{ Body: PasskeySignInRequest }>(
    '/desk/api/passkey-sign-in',
    { config: { public: true, desk: 'anybody' }, schema: { body: PasskeySignInRequest } },
    async (request, reply) => {
      const address = computeClientAddress(request.ip)
      const outcome = await signInWithPasskey(api, requireParty(party), request.body, address)
      return answerSignIn(reply, outcome, 'desk_passkey_refused')
    },
  )

  app.get(
    '/desk/api/passkeys',
    { config: { public: true, desk: 'passkey.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<PasskeyList>> => ({
      isOffered: party !== undefined,
      passkeys: (await listPasskeys(api, getSession(request).operator)).map(
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
    '/desk/api/passkeys/challenge',
    { config: { public: true, desk: 'passkey.change' } },
    async (request): Promise<PasskeyCreation> => {
      const session = getSession(request)
      const offered = await offerPasskey(api, session)
      if (typeof offered === 'string') return refuseKey(offered)
      const { id, email, name } = session.operator
      return {
        ...presentChallenge(requireParty(party), offered.challenge),
        user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
        known: offered.known.map(each => each.toString('base64url')),
      }
    },
  )

  app.post<{ Body: AddPasskeyRequest }>(
    '/desk/api/passkeys',
    { config: { public: true, desk: 'passkey.change' }, schema: { body: AddPasskeyRequest } },
    async request => {
      const outcome = await addPasskey(api, getSession(request), requireParty(party), request.body)
      return outcome === 'added' ? {} : refuseKey(outcome)
    },
  )

  app.post<{ Params: { passkey: string } }>(
    '/desk/api/passkeys/:passkey/remove',
    { config: { public: true, desk: 'passkey.change' } },
    async request => {
      if (!(await removePasskey(api, getSession(request).operator, request.params.passkey)))
        throw new RequestError('desk_not_found')
      return {}
    },
  )
}

const REFUSALS = {
  refused: 'desk_passkey_invalid',
  full: 'desk_passkeys_full',
  'sign-in again': 'desk_fresh_session_required',
} as const

function refuseKey(why: keyof typeof REFUSALS): never {
  throw new RequestError(REFUSALS[why])
}

function requireParty(party: RelyingParty | undefined): RelyingParty {
  if (party === undefined) throw new RequestError('desk_passkeys_unavailable')
  return party
}

const presentChallenge = ({ rpId }: RelyingParty, challenge: string): PasskeyChallenge => ({
  challenge,
  rpId,
  timeoutMs: CHALLENGE_MS,
})
