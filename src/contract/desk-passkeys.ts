import { type Static, Type } from 'typebox'

/** The pages check neither of these requests: the browser fills them in from what the authenticator said. */
const encoded = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    'x-error': { '*': 'must be in base64url' },
  })

export const PASSKEY_LABEL_LENGTH = 60
export const MAX_PASSKEYS = 10
/** ES256, EdDSA and RS256, as COSE numbers them: one of them is known to every authenticator. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257] as const

export const PasskeySignInRequest = Type.Object({
  id: encoded(1_400),
  clientDataJSON: encoded(8_000),
  authenticatorData: encoded(8_000),
  signature: encoded(8_000),
  userHandle: encoded(100),
})
export type PasskeySignInRequest = Static<typeof PasskeySignInRequest>

export const AddPasskeyRequest = Type.Object({
  label: Type.String({ minLength: 1, maxLength: PASSKEY_LABEL_LENGTH }),
  id: encoded(1_400),
  clientDataJSON: encoded(8_000),
  attestationObject: encoded(16_000),
})
export type AddPasskeyRequest = Static<typeof AddPasskeyRequest>

/** What the browser asks the authenticator with. */
export interface PasskeyChallenge {
  readonly challenge: string
  readonly rpId: string
  readonly timeoutMs: number
}

export interface PasskeyCreation extends PasskeyChallenge {
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  /** Authenticators that already hold a key of this operator make no second one. */
  readonly known: readonly string[]
}

/** For somebody who is invited: whose key it will be comes back sealed. */
export interface FirstPasskeyCreation extends PasskeyCreation {
  readonly setup: string
}

export interface PasskeyView {
  readonly id: string
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt?: string
}

export interface PasskeyList {
  /** False where browsers allow no passkeys: by plain http, or at an address without a name. */
  readonly isOffered: boolean
  readonly passkeys: readonly PasskeyView[]
}
