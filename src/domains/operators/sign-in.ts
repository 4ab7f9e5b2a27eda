import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  ALL_ATTEMPTS,
  cleanEmail,
  findTotpStep,
  forgiveAttempts,
  type Realm,
  type SignIn,
  type SignInOutcome,
  signInWithPassword,
  takeSignInAttempt,
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

/**
 * Whether somebody at the command line has the authenticator of the operator whom they name. A code is accepted once,
 * wherever it is shown. Failures are counted apart from those at the desk: nobody is locked out there by them.
 */
export async function proveOperator(
  app: App,
  { email, code }: { readonly email: string; readonly code: string },
): Promise<ProofOutcome> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const emailIndex = computeEmailIndex(secrets, cleanEmail(email))
  const subject = secrets.computeBlindIndex('request', `proof:${emailIndex.toString('hex')}`)
  const seconds = await takeSignInAttempt(database, subject, 'command', now)
  if (seconds !== undefined) return { outcome: 'wait', seconds }
  const row = await findOperatorRow(database, emailIndex)
  const refusal = await findRefusal(app, row)
  if (row === undefined || refusal !== undefined) return refuseProof(app, row, refusal ?? 'unknown')
  const step = findTotpStep(openTotp(secrets, row), code, now)
  if (step === undefined) return refuseProof(app, row, 'code')
  const isNew = await database.transaction(async tx => {
    if (!(await useTotpStep(tx, row, step))) return false
    await forgiveAttempts(tx, subject, ALL_ATTEMPTS)
    await appendAudit(tx, { operatorId: row.id, action: 'proof.given' }, now)
    return true
  })
  if (!isNew) return refuseProof(app, row, 'code used before')
  return { outcome: 'proven', operator: toOperator(secrets, row) }
}

async function findRefusal(
  { secrets, reportForgery }: App,
  row: OperatorRow | undefined,
): Promise<AuditRefusal | undefined> {
  if (row === undefined) return 'unknown'
  if (!isOperatorGenuine(secrets, row)) {
    await reportForgery('operators', row.id)
    return 'forged'
  }
  return row.disabledAt === null ? undefined : 'disabled'
}

async function refuseProof(
  { database, realClock }: App,
  row: OperatorRow | undefined,
  why: AuditRefusal,
): Promise<ProofOutcome> {
  const note = { operatorId: row?.id, action: 'proof.refused', details: { why } } as const
  await recordAudit(database, note, realClock.now())
  return { outcome: 'refused' }
}
