export { forgiveAttempts, removeOldFailures, takeSignInAttempt } from './attempt-store.ts'
export { findRelyingParty, type RelyingParty } from './ceremonies.ts'
export { removeOldChallenges } from './challenge-store.ts'
export { CHALLENGE_MS, issueChallenge } from './challenges.ts'
export {
  computeTotp,
  computeTotpStep,
  findTotpStep,
  hashPassword,
  isPasswordRight,
  newPassword,
  presentTotpLink,
  TOTP_SECRET_BYTES,
  writeBase32,
} from './credentials.ts'
export { type DeviceToken, issueDeviceToken, KNOWN_DEVICE_DAYS } from './device-tokens.ts'
export {
  addPasskey,
  type CoveredPasskey,
  insertMadeKey,
  isFresh,
  listOwnPasskeys,
  type MadeKey,
  offerPasskey,
  offerPasskeySignIn,
  type Passkey,
  type PasskeyRealm,
  type PasskeyRow,
  signInWithPasskey,
  verifyMadeKey,
} from './passkeys.ts'
export {
  ALL_ATTEMPTS,
  type PasswordAttempt,
  type SignIn,
  type SignInOutcome,
  signInWithFactor,
  signInWithPassword,
} from './password-sign-in.ts'
export { cleanEmail, type Realm, type SignInMethod } from './realm.ts'
