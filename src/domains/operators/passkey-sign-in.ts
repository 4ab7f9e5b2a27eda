import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { PasskeySignInRequest } from '../../contract/desk-passkeys.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  findPasskeyRow,
  listOperatorRows,
  lockEnabledOperator,
  type OperatorRow,
  type PasskeyRow,
  takeSignInAttempt,
  useChallenge,
  usePasskey,
} from './operator-store.ts'
import { computeEmailIndex, isOperatorGenuine, toOperator } from './operators.ts'
import {
  type Challenge,
  findChallenge,
  isPasskeySound,
  issueChallenge,
  type RelyingParty,
  verifyAssertion,
} from './passkeys.ts'
import { openSession } from './sessions.ts'
import { computeAddressSubject, issueDeviceToken, type SignInOutcome } from './sign-in.ts'

const PURPOSE = 'sign-in'

export function offerPasskeySignIn({ secrets, realClock }: App): string {
  return issueChallenge(secrets, PURPOSE, realClock.now())
}

interface Presented {
  readonly row: PasskeyRow
  readonly operator: OperatorRow
  readonly challenge: Challenge
  readonly counter: number
}

/**
 * A signature cannot be guessed, so nothing is counted before it is verified: strangers cannot lock a passkey out.
 * Only refused attempts count, against the address.
 */
export async function signInWithPasskey(
  app: App,
  party: RelyingParty,
  wanted: PasskeySignInRequest,
  address: string,
): Promise<SignInOutcome> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const presented = await findPresented(app, party, wanted, now)
  if (typeof presented === 'string') return refuse(app, undefined, presented, address)
  const { row, operator, challenge, counter } = presented
  const opened = await database.transaction(async tx => {
    if (!(await useChallenge(tx, challenge))) return { why: 'challenge used before' } as const
    if (!(await lockEnabledOperator(tx, operator.id))) return { why: 'disabled' } as const
    if (!(await usePasskey(tx, row.id, counter, now))) return { why: 'passkey copied' } as const
    const sessionId = await openSession(tx, secrets, toOperator(secrets, operator), now)
    const details = { method: 'passkey', passkey: row.id }
    await appendAudit(tx, { operatorId: operator.id, action: 'sign-in', details }, now)
    return { sessionId }
  })
  if (opened.why !== undefined) return refuse(app, operator.id, opened.why, address)
  const email = computeEmailIndex(secrets, toOperator(secrets, operator).email)
  return {
    outcome: 'signed-in',
    sessionId: opened.sessionId,
    operatorId: operator.id,
    device: issueDeviceToken(secrets, email, now),
  }
}

async function findPresented(
  { database, secrets, reportForgery }: App,
  party: RelyingParty,
  wanted: PasskeySignInRequest,
  now: Date,
): Promise<Presented | AuditRefusal> {
  const row = await findPasskeyRow(database, Buffer.from(wanted.id, 'base64url'))
  if (row === undefined) return 'unknown passkey'
  if (!isPasskeySound(secrets, row)) {
    await reportForgery('operator_passkeys', row.id)
    return 'passkey'
  }
  // The authenticator keeps the owner of the key with it.
  if (Buffer.from(wanted.userHandle, 'base64url').toString() !== row.operatorId) return 'passkey'
  let challenge: Challenge | undefined
  const isChallenge = (text: string): boolean => {
    challenge = findChallenge(secrets, PURPOSE, text, now)
    return challenge !== undefined
  }
  const counter = await verifyAssertion({ party, isChallenge }, wanted, row.publicKey)
  const [operator] = await listOperatorRows(database, [row.operatorId])
  if (counter === undefined || challenge === undefined || operator === undefined) return 'passkey'
  if (!isOperatorGenuine(secrets, operator)) {
    await reportForgery('operators', operator.id)
    return 'forged'
  }
  return { row, operator, challenge, counter }
}

async function refuse(
  { database, secrets, realClock }: App,
  operatorId: string | undefined,
  why: AuditRefusal,
  address: string,
): Promise<SignInOutcome> {
  const now = realClock.now()
  const wait = await takeSignInAttempt(database, computeAddressSubject(secrets, address), 'address', now)
  if (wait !== undefined) return { outcome: 'wait', seconds: wait }
  await recordAudit(database, { operatorId, action: 'sign-in.refused', details: { why } }, now)
  return { outcome: 'refused' }
}
