import type { App } from '../../app/app.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  findDerivedCredentials,
  type PasswordDerivation,
  proveWithCode,
  type Realm,
  type SignIn,
  type SignInOutcome,
  signInWithPassword,
} from '../sign-in/index.ts'
import { findOperatorRow, type OperatorRow, useTotpStep } from './operator-store.ts'
import { computeEmailIndex, isOperatorGenuine, type Operator, openTotp, toOperator } from './operators.ts'
import { openSession } from './sessions.ts'

/** The people of the desk, as the sign-in knows them. */
export const OPERATORS: Realm<OperatorRow> = {
  prefix: '',
  table: 'operators',
  computeEmailIndex,
  find: findOperatorRow,
  isGenuine: isOperatorGenuine,
  openTotp,
  useTotpStep,
  async open({ secrets }, tx, row, how, now) {
    const sessionId = await openSession(tx, secrets, toOperator(secrets, row), now)
    const details = how.method === 'passkey' ? { ...how } : {}
    await appendAudit(tx, { operatorId: row.id, action: 'sign-in', details }, now)
    return { sessionId }
  },
  async noteRefusal({ database, realClock }, operatorId, why) {
    const note = { operatorId, action: 'sign-in.refused', details: { why } } as const
    await recordAudit(database, note, realClock.now())
  },
}

export const signIn = (app: App, wanted: SignIn): Promise<SignInOutcome> =>
  signInWithPassword(app, OPERATORS, wanted)

type ProofOutcome =
  | { readonly outcome: 'proven'; readonly operator: Operator }
  /** Does not reveal whether e-mail or code was wrong. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }

/** Whether somebody at the command line has the authenticator of the operator whom they name. */
export async function proveOperator(
  app: App,
  shown: { readonly email: string; readonly code: string },
): Promise<ProofOutcome> {
  const proof = await proveWithCode(app, OPERATORS, shown, (tx, { id }, now) =>
    appendAudit(tx, { operatorId: id, action: 'proof.given' }, now),
  )
  if (proof.outcome === 'wait') return proof
  if (proof.outcome === 'proven') return { outcome: 'proven', operator: toOperator(app.secrets, proof.row) }
  const { row, why } = proof
  const note = { operatorId: row?.id, action: 'proof.refused', details: { why } } as const
  await recordAudit(app.database, note, app.realClock.now())
  return { outcome: 'refused' }
}

/** Of an operator whose credentials are public. */
export const findOperatorCredentials = (
  app: App,
  email: string,
  derivePassword: PasswordDerivation,
): ReturnType<typeof findDerivedCredentials> => findDerivedCredentials(app, OPERATORS, email, derivePassword)
