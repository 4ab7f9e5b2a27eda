import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsolePasskeySignInRequest } from '../../contract/console-requests.ts'
import {
  AddPasskeyRequest,
  type PasskeyChallenge,
  type PasskeyCreation,
  type PasskeyList,
  type PasskeySignInRequest,
} from '../../contract/desk-passkeys.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  CHALLENGE_MS,
  findRelyingParty,
  type Passkeys,
  type RelyingParty,
} from '../../domains/sign-in/index.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import type { Site } from '../site.ts'
import { createSignInAnswer } from './answer.ts'
import type { CookieRealm } from './cookies.ts'

/** The passkeys of one realm, as its pages offer them. */
interface PasskeyPages<Session, From> {
  readonly realm: CookieRealm
  readonly passkeys: Passkeys<Session, From>
  /** Only people of retailers are invited. */
  readonly signInBody: typeof PasskeySignInRequest | typeof ConsolePasskeySignInRequest
  readFrom(request: FastifyRequest<{ Body: ConsolePasskeySignInRequest }>): From
  getSession(request: FastifyRequest): Session
}

const REFUSALS = {
  desk: {
    'sign-in': 'desk_passkey_refused',
    refused: 'desk_passkey_invalid',
    full: 'desk_passkeys_full',
    'sign-in again': 'desk_fresh_session_required',
    'not found': 'desk_not_found',
    // Does not happen: everybody at the desk has a password.
    last: 'desk_not_found',
    unavailable: 'desk_passkeys_unavailable',
  },
  console: {
    'sign-in': 'console_passkey_refused',
    refused: 'console_passkey_invalid',
    full: 'console_passkeys_full',
    'sign-in again': 'console_fresh_session_required',
    'not found': 'console_not_found',
    last: 'console_last_passkey',
    unavailable: 'console_passkeys_unavailable',
  },
} as const satisfies Readonly<Record<CookieRealm, Readonly<Record<string, ErrorCode>>>>

/** Passkeys (WebAuthn): a way in without password and code, and the person's own keys. */
export function addPasskeyRoutes<Session, From>(
  app: FastifyInstance,
  api: Site,
  pages: PasskeyPages<Session, From>,
): void {
  const { realm, passkeys } = pages
  const refusals = REFUSALS[realm]
  const party = findRelyingParty(api.publicUrl)
  const answerSignIn = createSignInAnswer(realm, api.publicUrl)
  const requireParty = (): RelyingParty => requirePasskeys(party, realm)
  const allow = (action: 'anybody' | 'passkey.read' | 'passkey.change') => ({
    public: true,
    ...(realm === 'desk' ? { desk: action } : { console: action }),
  })
  const refuse = (why: keyof typeof refusals): never => {
    throw new RequestError(refusals[why])
  }

  app.post(
    `/${realm}/api/passkey-sign-in/challenge`,
    { config: allow('anybody') },
    async (): Promise<PasskeyChallenge> => presentChallenge(requireParty(), passkeys.offerSignIn(api)),
  )

  app.post<{ Body: ConsolePasskeySignInRequest }>(
    `/${realm}/api/passkey-sign-in`,
    { config: allow('anybody'), schema: { body: pages.signInBody } },
    async (request, reply) => {
      const address = computeClientAddress(request.ip)
      const from = pages.readFrom(request)
      const outcome = await passkeys.signIn(api, requireParty(), request.body, address, from)
      return answerSignIn(reply, outcome, refusals['sign-in'])
    },
  )

  app.get(
    `/${realm}/api/passkeys`,
    { config: allow('passkey.read'), exposeHeadRoute: false },
    async (request): Promise<Presented<PasskeyList>> => ({
      isOffered: party !== undefined,
      passkeys: (await passkeys.list(api, pages.getSession(request))).map(
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
    `/${realm}/api/passkeys/challenge`,
    { config: allow('passkey.change') },
    async (request): Promise<PasskeyCreation> => {
      const offered = await passkeys.offer(api, pages.getSession(request))
      return typeof offered === 'string' ? refuse(offered) : presentCreation(requireParty(), offered)
    },
  )

  app.post<{ Body: AddPasskeyRequest }>(
    `/${realm}/api/passkeys`,
    { config: allow('passkey.change'), schema: { body: AddPasskeyRequest } },
    async request => {
      const outcome = await passkeys.add(api, pages.getSession(request), requireParty(), request.body)
      return outcome === 'added' ? {} : refuse(outcome)
    },
  )

  app.post<{ Params: { passkey: string } }>(
    `/${realm}/api/passkeys/:passkey/remove`,
    { config: allow('passkey.change') },
    async request => {
      const outcome = await passkeys.remove(api, pages.getSession(request), request.params.passkey)
      return outcome === 'done' ? {} : refuse(outcome)
    },
  )
}

/** Refuses where browsers allow no passkeys. */
export function requirePasskeys(party: RelyingParty | undefined, realm: CookieRealm): RelyingParty {
  if (party === undefined) throw new RequestError(REFUSALS[realm].unavailable)
  return party
}

const presentChallenge = ({ rpId }: RelyingParty, challenge: string): PasskeyChallenge => ({
  challenge,
  rpId,
  timeoutMs: CHALLENGE_MS,
})

interface OfferedKey {
  readonly challenge: string
  readonly person: { readonly id: string; readonly email: string; readonly name: string }
  /** The keys that the person has: their authenticators make no second one. */
  readonly known?: readonly Buffer[]
}

export const presentCreation = (
  party: RelyingParty,
  { challenge, person: { id, email, name }, known = [] }: OfferedKey,
): PasskeyCreation => ({
  ...presentChallenge(party, challenge),
  user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
  known: known.map(each => each.toString('base64url')),
})
