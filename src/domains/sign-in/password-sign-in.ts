import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { forgiveAttempts, type SignInLimit, takeSignInAttempt } from './attempt-store.ts'
import { findTotpStep, isPasswordRight, NOBODYS_HASH, TOTP_SECRET_BYTES } from './credentials.ts'
import { type DeviceToken, findKnownDevice, issueDeviceToken } from './device-tokens.ts'
import { cleanEmail, type Realm, type SignerRow } from './realm.ts'

export interface SignIn {
  readonly email: string
  readonly password: string
  readonly code: string
  /** Identifies one client. */
  readonly address: string
  /** The browser's tokens of earlier sign-ins, of any person. */
  readonly deviceTokens: readonly string[]
}

export type SignInOutcome =
  | {
      readonly outcome: 'signed-in'
      readonly sessionId: string
      readonly personId: string
      readonly device: DeviceToken
    }
  /** Does not reveal whether e-mail, password or code was wrong. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }
  | { readonly outcome: 'busy' }

/** Each comparison takes 19 MiB. */
const MAX_COMPARISONS = 8
export const ALL_ATTEMPTS = 1_000_000
let comparisons = 0

export async function signInWithPassword<Row extends SignerRow>(
  app: App,
  realm: Realm<Row>,
  wanted: SignIn,
): Promise<SignInOutcome> {
  if (comparisons >= MAX_COMPARISONS) return { outcome: 'busy' }
  comparisons += 1
  try {
    return await compare(app, realm, wanted)
  } finally {
    comparisons -= 1
  }
}

async function compare<Row extends SignerRow>(
  app: App,
  realm: Realm<Row>,
  wanted: SignIn,
): Promise<SignInOutcome> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const email = realm.computeEmailIndex(secrets, cleanEmail(wanted.email))
  const deviceId = findKnownDevice(secrets, email, wanted.deviceTokens, now)
  const counted = listCounted(secrets, realm, { email, address: wanted.address, deviceId })
  for (const { subject, kind } of counted) {
    const wait = await takeSignInAttempt(database, subject, kind, now)
    if (wait !== undefined) return { outcome: 'wait', seconds: wait }
  }
  const row = await realm.find(database, email)
  const step = await findStep(app, realm, row, wanted, now)
  if (row === undefined || typeof step !== 'number') {
    await realm.noteRefusal(app, row?.id, row === undefined || typeof step === 'number' ? 'unknown' : step)
    return { outcome: 'refused' }
  }
  const opened = await database.transaction(async tx => {
    if (!(await realm.useTotpStep(tx, row.id, step))) return { why: 'code used before' } as const
    const found = await realm.open(app, tx, row, { method: 'password' }, now)
    if (found.why === undefined)
      await Promise.all(counted.map(({ subject, forgiven }) => forgiveAttempts(tx, subject, forgiven)))
    return found
  })
  if (opened.why !== undefined) {
    await realm.noteRefusal(app, row.id, opened.why)
    return { outcome: 'refused' }
  }
  const device = issueDeviceToken(secrets, email, now, deviceId)
  return { outcome: 'signed-in', sessionId: opened.sessionId, personId: row.id, device }
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
  { prefix }: Pick<Realm<SignerRow>, 'prefix'>,
  from: { readonly email: Buffer; readonly address: string; readonly deviceId: string | undefined },
): Counted[] {
  const { email, address, deviceId } = from
  if (deviceId !== undefined) {
    const subject = secrets.computeBlindIndex('request', `${prefix}sign-in-device:${deviceId}`)
    return [{ kind: 'device', subject, forgiven: ALL_ATTEMPTS }]
  }
  return [
    { kind: 'address', subject: computeAddressSubject(secrets, prefix, address), forgiven: 1 },
    { kind: 'email', subject: email, forgiven: ALL_ATTEMPTS },
  ]
}

export const computeAddressSubject = (
  secrets: Secrets,
  prefix: Realm<SignerRow>['prefix'],
  address: string,
): Buffer => secrets.computeBlindIndex('request', `${prefix}sign-in:${address}`)

/** Does the same work for an unknown or disabled person, so that response times reveal nothing. */
async function findStep<Row extends SignerRow>(
  { secrets, reportForgery }: App,
  realm: Realm<Row>,
  row: Row | undefined,
  { password, code }: SignIn,
  now: Date,
): Promise<number | Extract<AuditRefusal, 'password' | 'code' | 'disabled' | 'forged'>> {
  const genuine = row !== undefined && realm.isGenuine(secrets, row) ? row : undefined
  const isRight = await isPasswordRight(password, genuine?.passwordHash ?? NOBODYS_HASH)
  const hasSecret = genuine !== undefined && genuine.totpSecret !== null
  const secret = hasSecret ? realm.openTotp(secrets, genuine) : Buffer.alloc(TOTP_SECRET_BYTES)
  const step = findTotpStep(secret, code, now)
  if (row !== undefined && genuine === undefined) {
    await reportForgery(realm.table, row.id)
    return 'forged'
  }
  if (row?.disabledAt) return 'disabled'
  if (!isRight || !hasSecret) return 'password'
  return step ?? 'code'
}
