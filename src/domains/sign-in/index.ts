export { findRelyingParty, type RelyingParty } from './ceremonies.ts'
export { CHALLENGE_MS, issueChallenge } from './challenges.ts'
export {
  findTotpStep,
  hashPassword,
  newAuthenticator,
  newPassword,
  TOTP_SECRET_BYTES,
} from './credentials.ts'
export { findDerivedCredentials, type PasswordDerivation } from './derived-credentials.ts'
export { issueDeviceToken, KNOWN_DEVICE_DAYS } from './device-tokens.ts'
export {
  createPasskeys,
  isFresh,
  type MadeKey,
  type PasskeyRow,
  type Passkeys,
  verifyMadeKey,
} from './passkeys.ts'
export {
  type PasswordAttempt,
  type SignIn,
  type SignInOutcome,
  signInWithFactor,
  signInWithPassword,
} from './password-sign-in.ts'
export { proveWithCode } from './prove-code.ts'
export { cleanEmail, type Realm, type SignInMethod } from './realm.ts'
export { removeOldAttempts } from './store.ts'
