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
export {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerPasskeySignIn,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts'
export { endSession, findSession, IDLE_MINUTES, removeSignInLeftovers, type Session } from './sessions.ts'
export { proveOperator, signIn } from './sign-in.ts'
