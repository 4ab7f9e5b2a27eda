import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import { findTotpStep, isPasswordRight, NOBODYS_HASH, TOTP_SECRET_BYTES } from './credentials.ts'
import {
  findOperatorRow,
  forgiveAttempts,
  type OperatorRow,
  type SignInLimit,
  takeSignInAttempt,
  useTotpStep,
} from './operator-store.ts'
import {
  cleanEmail,
  computeEmailIndex,
  isOperatorGenuine,
  type Operator,
  openTotp,
  toOperator,
} from './operators.ts'
import { openSession } from './sessions.ts'

interface SignIn {
  readonly email: string
  readonly password: string
  readonly code: string
  /** Identifies one client. */
  readonly address: string
  /** The browser's tokens of earlier sign-ins, of any operator. */
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

export async function signIn(app: App, wanted: SignIn): Promise<SignInOutcome> {
  if (comparisons >= MAX_COMPARISONS) return { outcome: 'busy' }
  comparisons += 1
  try {
    return await compare(app, wanted)
  } finally {
    comparisons -= 1
  }
}

async function compare(app: App, wanted: SignIn): Promise<SignInOutcome> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const email = computeEmailIndex(secrets, cleanEmail(wanted.email))
  const deviceId = findKnownDevice(secrets, email, wanted.deviceTokens, now)
  const counted = listCounted(secrets, { email, address: wanted.address, deviceId })
  for (const { subject, kind } of counted) {
    const wait = await takeSignInAttempt(database, subject, kind, now)
    if (wait !== undefined) return { outcome: 'wait', seconds: wait }
  }
  const row = await findOperatorRow(database, email)
  const step = await findStep(app, row, wanted, now)
  if (row === undefined || typeof step !== 'number')
    return refuse(app, row, row === undefined || typeof step === 'number' ? 'unknown' : step)
  const { id: operatorId } = row
  const sessionId = await database.transaction(async tx => {
    if (!(await useTotpStep(tx, operatorId, step))) return undefined
    await Promise.all(counted.map(({ subject, forgiven }) => forgiveAttempts(tx, subject, forgiven)))
    const opened = await openSession(tx, secrets, toOperator(secrets, row), now)
    await appendAudit(tx, { operatorId, action: 'sign-in' }, now)
    return opened
  })
  return sessionId === undefined
    ? refuse(app, row, 'code used before')
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
  /** How many failures a success clears. */
  readonly forgiven: number
}

/** A known device neither waits for failures of strangers nor clears them. */
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
  { secrets, reportForgery }: App,
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
  { database, realClock }: App,
  row: OperatorRow | undefined,
  why: AuditRefusal,
): Promise<SignInOutcome> {
  const note = { operatorId: row?.id, action: 'sign-in.refused', details: { why } } as const
  await recordAudit(database, note, realClock.now())
  return { outcome: 'refused' }
}

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
    if (!(await useTotpStep(tx, row.id, step))) return false
    await forgiveAttempts(tx, subject, ALL)
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

const DEVICE_BYTES = 16
const DAY_MS = 86_400_000
export const KNOWN_DEVICE_DAYS = 180
const NAME_DIGITS = 16

/** What a browser keeps after a complete sign-in; a browser that several operators share keeps one for each. */
export interface DeviceToken {
  /** Distinguishes operators, and names none of them. */
  readonly name: string
  readonly value: string
}

/**
 * Signed, not stored: it proves only that this operator has signed in here before. It opens nothing; failures from here
 * are counted apart from those of strangers, who could otherwise lock the operator out by guessing at an e-mail.
 */
export function issueDeviceToken(
  secrets: Secrets,
  emailIndex: Buffer,
  now: Date,
  deviceId: string = takeRandomBytes(DEVICE_BYTES).toString('base64url'),
): DeviceToken {
  const named = `${deviceId}.${now.getTime() + KNOWN_DEVICE_DAYS * DAY_MS}`
  const signature = sign(secrets, emailIndex, named).toString('base64url')
  return { name: emailIndex.toString('hex').slice(0, NAME_DIGITS), value: `${named}.${signature}` }
}

/** The id of the device, if one of these tokens was issued here to the operator of this e-mail. */
function findKnownDevice(
  secrets: Secrets,
  emailIndex: Buffer,
  tokens: readonly string[],
  now: Date,
): string | undefined {
  for (const token of tokens) {
    const [deviceId = '', expires = '', signature = ''] = token.split('.')
    const right = sign(secrets, emailIndex, `${deviceId}.${expires}`)
    const shown = Buffer.from(signature, 'base64url')
    const isOurs = shown.length === right.length && timingSafeEqual(shown, right)
    if (isOurs && Number(expires) > now.getTime()) return deviceId
  }
  return undefined
}

function sign(secrets: Secrets, emailIndex: Buffer, named: string): Buffer {
  return secrets.computeMac('known-device', `${emailIndex.toString('hex')}.${named}`)
}
