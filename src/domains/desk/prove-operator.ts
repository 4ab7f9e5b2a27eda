import type { AuditRefusal } from '../../contract/desk-audit.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import { isOperatorGenuine } from './operator-mac.ts'
import { findOperatorRow, type OperatorRow, useTotpStep } from './operator-store.ts'
import {
  cleanEmail,
  computeEmailIndex,
  type DeskContext,
  type Operator,
  openTotp,
  toOperator,
} from './operators.ts'
import { forgiveAttempts, takeSignInAttempt } from './sign-in-limit.ts'
import { findTotpStep } from './totp.ts'

export type ProofOutcome =
  | { readonly outcome: 'proven'; readonly operator: Operator }
  /** Does not reveal whether e-mail or code was wrong. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }

const ALL = 1_000_000

/**
 * Whether somebody at the command line has the authenticator of the operator whom they name. A code is accepted once,
 * wherever it is shown. Failures are counted apart from those at the desk: nobody is locked out there by them.
 */
export async function proveOperator(
  context: DeskContext,
  { email, code }: { readonly email: string; readonly code: string },
): Promise<ProofOutcome> {
  const { database, secrets, realClock } = context
  const now = realClock.now()
  const emailIndex = computeEmailIndex(secrets, cleanEmail(email))
  const subject = secrets.computeBlindIndex('request', `proof:${emailIndex.toString('hex')}`)
  const seconds = await takeSignInAttempt(database, subject, 'command', now)
  if (seconds !== undefined) return { outcome: 'wait', seconds }
  const row = await findOperatorRow(database, emailIndex)
  const refusal = await findRefusal(context, row)
  if (row === undefined || refusal !== undefined) return refuse(context, row, refusal ?? 'unknown')
  const step = findTotpStep(openTotp(secrets, row), code, now)
  if (step === undefined) return refuse(context, row, 'code')
  const isNew = await database.transaction(async tx => {
    if (!(await useTotpStep(tx, row.id, step))) return false
    await forgiveAttempts(tx, subject, ALL)
    await appendAudit(tx, { operatorId: row.id, action: 'proof.given' }, now)
    return true
  })
  if (!isNew) return refuse(context, row, 'code used before')
  return { outcome: 'proven', operator: toOperator(secrets, row) }
}

async function findRefusal(
  { secrets, reportForgery }: DeskContext,
  row: OperatorRow | undefined,
): Promise<AuditRefusal | undefined> {
  if (row === undefined) return 'unknown'
  if (!isOperatorGenuine(secrets, row)) {
    await reportForgery('operators', row.id)
    return 'forged'
  }
  return row.disabledAt === null ? undefined : 'disabled'
}

async function refuse(
  { database, realClock }: DeskContext,
  row: OperatorRow | undefined,
  why: AuditRefusal,
): Promise<ProofOutcome> {
  const note = { operatorId: row?.id, action: 'proof.refused', details: { why } } as const
  await recordAudit(database, note, realClock.now())
  return { outcome: 'refused' }
}
