import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import { type DeviceToken, findKnownDevice, issueDeviceToken } from './known-device.ts'
import { isOperatorGenuine } from './operator-mac.ts'
import { findOperatorRow, type OperatorRow, useTotpStep } from './operator-store.ts'
import { cleanEmail, computeEmailIndex, type DeskContext, openTotp, toOperator } from './operators.ts'
import { isPasswordRight, NOBODYS_HASH } from './password.ts'
import { openSession } from './sessions.ts'
import { forgiveAttempts, type SignInLimit, takeSignInAttempt } from './sign-in-limit.ts'
import { findTotpStep, TOTP_SECRET_BYTES } from './totp.ts'

export interface SignIn {
  readonly email: string
  readonly password: string
  readonly code: string
  /** Identifies one client. */
  readonly address: string
  /** What the browser kept of earlier sign-ins, of whichever operators. */
  readonly deviceTokens: readonly string[]
}

export type SignInOutcome =
  | {
      readonly outcome: 'signed-in'
      readonly sessionId: string
      readonly operatorId: string
      readonly device: DeviceToken
    }
  /** Does not reveal whether e-mail, password or code was wrong. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }
  | { readonly outcome: 'busy' }

/** Each comparison takes 19 MiB. */
const MAX_COMPARISONS = 8
const ALL = 1_000_000
let comparisons = 0

export async function signIn(context: DeskContext, wanted: SignIn): Promise<SignInOutcome> {
  if (comparisons >= MAX_COMPARISONS) return { outcome: 'busy' }
  comparisons += 1
  try {
    return await compare(context, wanted)
  } finally {
    comparisons -= 1
  }
}

async function compare(context: DeskContext, wanted: SignIn): Promise<SignInOutcome> {
  const { database, secrets, realClock } = context
  const now = realClock.now()
  const email = computeEmailIndex(secrets, cleanEmail(wanted.email))
  const deviceId = findKnownDevice(secrets, email, wanted.deviceTokens, now)
  const counted = listCounted(secrets, { email, address: wanted.address, deviceId })
  for (const { subject, kind } of counted) {
    const wait = await takeSignInAttempt(database, subject, kind, now)
    if (wait !== undefined) return { outcome: 'wait', seconds: wait }
  }
  const row = await findOperatorRow(database, email)
  const step = await findStep(context, row, wanted, now)
  if (row === undefined || typeof step !== 'number')
    return refuse(context, row, row === undefined || typeof step === 'number' ? 'unknown' : step)
  const { id: operatorId } = row
  const sessionId = await database.transaction(async tx => {
    if (!(await useTotpStep(tx, operatorId, step))) return undefined
    await Promise.all(counted.map(({ subject, forgiven }) => forgiveAttempts(tx, subject, forgiven)))
    const opened = await openSession(tx, secrets, toOperator(secrets, row), now)
    await appendAudit(tx, { operatorId, action: 'sign-in' }, now)
    return opened
  })
  return sessionId === undefined
    ? refuse(context, row, 'code used before')
    : {
        outcome: 'signed-in',
        sessionId,
        operatorId,
        device: issueDeviceToken(secrets, email, now, deviceId),
      }
}

interface Counted {
  readonly kind: SignInLimit
  readonly subject: Buffer
  /** How many failures a success makes good. */
  readonly forgiven: number
}

/** A known device neither waits for what strangers did nor forgives them. */
function listCounted(
  secrets: Secrets,
  from: { readonly email: Buffer; readonly address: string; readonly deviceId: string | undefined },
): Counted[] {
  const { email, address, deviceId } = from
  if (deviceId !== undefined) {
    const subject = secrets.computeBlindIndex('request', `sign-in-device:${deviceId}`)
    return [{ kind: 'device', subject, forgiven: ALL }]
  }
  return [
    { kind: 'address', subject: computeAddressSubject(secrets, address), forgiven: 1 },
    { kind: 'email', subject: email, forgiven: ALL },
  ]
}

export const computeAddressSubject = (secrets: Secrets, address: string): Buffer =>
  secrets.computeBlindIndex('request', `sign-in:${address}`)

/** Does the same work for an unknown or disabled operator, so that response times reveal nothing. */
async function findStep(
  { secrets, reportForgery }: DeskContext,
  row: OperatorRow | undefined,
  { password, code }: SignIn,
  now: Date,
): Promise<number | 'password' | 'code' | 'disabled' | 'forged'> {
  const genuine = row !== undefined && isOperatorGenuine(secrets, row) ? row : undefined
  const isRight = await isPasswordRight(password, genuine?.passwordHash ?? NOBODYS_HASH)
  const secret = genuine === undefined ? Buffer.alloc(TOTP_SECRET_BYTES) : openTotp(secrets, genuine)
  const step = findTotpStep(secret, code, now)
  if (row !== undefined && genuine === undefined) {
    await reportForgery('operators', row.id)
    return 'forged'
  }
  if (row?.disabledAt) return 'disabled'
  if (!isRight) return 'password'
  return step ?? 'code'
}

async function refuse(
  { database, realClock }: DeskContext,
  row: OperatorRow | undefined,
  why: AuditRefusal,
): Promise<SignInOutcome> {
  const note = { operatorId: row?.id, action: 'sign-in.refused', details: { why } } as const
  await recordAudit(database, note, realClock.now())
  return { outcome: 'refused' }
}
