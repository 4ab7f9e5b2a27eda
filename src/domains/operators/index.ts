export {
  computeCurrentCode,
  createOperator,
  disableOperator,
  enableOperator,
  findDerivedCredentials,
  findOperator,
  giveRole,
  listForgedOperatorIds,
  listOperators,
  type Operator,
  resetOperator,
} from './operators.ts'
export { offerPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts'
export {
  addPasskey,
  CHALLENGE_MS,
  findRelyingParty,
  listPasskeys,
  offerPasskey,
  type RelyingParty,
  removePasskey,
} from './passkeys.ts'
export { endSession, findSession, IDLE_MINUTES, removeSignInLeftovers, type Session } from './sessions.ts'
export { type DeviceToken, KNOWN_DEVICE_DAYS, proveOperator, signIn } from './sign-in.ts'
