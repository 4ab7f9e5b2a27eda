import {
  PASSKEY_ALGORITHMS,
  type PasskeyChallenge,
  type PasskeyCreation,
} from '../../src/contract/desk-passkeys.ts'
import type { StaffApi } from './api.ts'

/** Whether this browser can use passkeys at this address: it must be a name, over https or on this machine. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Lets somebody choose a passkey of this site, and signs in with it; `more` is sent along. */
export async function signInWithPasskey({ post }: StaffApi, more: object = {}): Promise<void> {
  const { challenge, rpId, timeoutMs } = await post<PasskeyChallenge>('/passkey-sign-in/challenge')
  const credential = await navigator.credentials.get({
    publicKey: { challenge: decode(challenge), rpId, timeout: timeoutMs, userVerification: 'required' },
  })
  const { id, response } = credential as PublicKeyCredential & { response: AuthenticatorAssertionResponse }
  await post('/passkey-sign-in', {
    ...more,
    id,
    clientDataJSON: encode(response.clientDataJSON),
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
    userHandle: encode(response.userHandle ?? new ArrayBuffer(0)),
  })
}

/** Has an authenticator make a key for whoever is signed in, and registers it. */
export async function createPasskey({ post }: StaffApi, label: string): Promise<void> {
  const creation = await post<PasskeyCreation>('/passkeys/challenge')
  await post('/passkeys', { label, ...(await makePasskey(creation)) })
}

/** Has an authenticator make a key, after it has verified its user. */
export async function makePasskey(
  creation: PasskeyCreation,
): Promise<{ readonly id: string; readonly clientDataJSON: string; readonly attestationObject: string }> {
  const { challenge, rpId, timeoutMs, user, known } = creation
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: decode(challenge),
      rp: { id: rpId, name: 'Crediário' },
      user: { ...user, id: decode(user.id) },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      timeout: timeoutMs,
      attestation: 'none',
      excludeCredentials: known.map(id => ({ type: 'public-key', id: decode(id) })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  })
  const { id, response } = credential as PublicKeyCredential & { response: AuthenticatorAttestationResponse }
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestationObject) }
}

/** Browsers report in one way that somebody gave up, waited too long or has no fitting key. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)

/** The authenticator holds a key of this person already. */
export const isKnownAlready = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError'

function encode(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, character => character.charCodeAt(0))
}
