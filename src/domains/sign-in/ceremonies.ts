import { isIP } from 'node:net'
import {
  type AddPasskeyRequest,
  PASSKEY_ALGORITHMS,
  type PasskeySignInRequest,
} from '../../contract/desk-passkeys.ts'

/** Where our pages are, as an authenticator sees it. */
export interface RelyingParty {
  readonly origin: string
  readonly rpId: string
}

/** Undefined where browsers allow no passkeys: they need a name, and https unless that name is localhost. */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName && (protocol === 'https:' || hostname === 'localhost')
    ? { origin, rpId: hostname }
    : undefined
}

/** Loaded when first needed: few processes ever see a passkey, and it takes a quarter of a second. */
const loadLibrary = () => import('@simplewebauthn/server')

interface NewKey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
}

interface Expected {
  readonly party: RelyingParty
  /** Called with the challenge that the browser was given. */
  readonly isChallenge: (challenge: string) => boolean
}

/** The public key that an authenticator made for us, after it has verified its user; undefined if anything is wrong. */
export async function verifyCreation(
  { party, isChallenge }: Expected,
  { id, clientDataJSON, attestationObject }: Omit<AddPasskeyRequest, 'label'>,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  }).catch(() => undefined)
  const credential = verified?.registrationInfo?.credential
  if (!verified?.verified || credential === undefined) return undefined
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  }
}

/** The authenticator's count of its uses, if it signed the challenge after verifying its user; undefined otherwise. */
export async function verifyAssertion(
  { party, isChallenge }: Expected,
  { id, clientDataJSON, authenticatorData, signature }: PasskeySignInRequest,
  publicKey: Buffer,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    // The count is compared in the database, after the signature: a stranger must not look like a copied key.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
