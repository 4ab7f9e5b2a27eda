import type { PasskeyChallenge, PasskeyCreation } from '../../contract/desk-passkeys.ts'
import { RequestError } from '../../contract/errors.ts'
import { CHALLENGE_MS, type RelyingParty } from '../../domains/sign-in/index.ts'
import type { OfferedKey } from '../../domains/staff/index.ts'

export function requireParty(party: RelyingParty | undefined): RelyingParty {
  if (party === undefined) throw new RequestError('console_passkeys_unavailable')
  return party
}

export const presentChallenge = ({ rpId }: RelyingParty, challenge: string): PasskeyChallenge => ({
  challenge,
  rpId,
  timeoutMs: CHALLENGE_MS,
})

/** `known` are the keys that the person has: their authenticators make no second one. */
export const presentCreation = (
  party: RelyingParty,
  { challenge, person: { id, email, name } }: OfferedKey,
  known: readonly Buffer[] = [],
): PasskeyCreation => ({
  ...presentChallenge(party, challenge),
  user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
  known: known.map(each => each.toString('base64url')),
})
