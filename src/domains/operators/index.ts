export {
  createOperator,
  disableOperator,
  enableOperator,
  findOperator,
  giveRole,
  listForgedOperatorIds,
  listOperators,
  type Operator,
  resetOperator,
} from './operators.ts'
export { operatorPasskeys } from './passkeys.ts'
export { endSession, findSession, removeSignInLeftovers, type Session } from './sessions.ts'
export { findOperatorCredentials, proveOperator, signIn } from './sign-in.ts'
