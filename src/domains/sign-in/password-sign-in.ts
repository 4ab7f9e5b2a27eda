import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findTotpStep, isPasswordRight, NOBODYS_HASH, TOTP_SECRET_BYTES } from './credentials.ts'
import { type DeviceToken, findKnownDevice, issueDeviceToken } from './device-tokens.ts'
import { cleanEmail, type Realm, type SignerRow, type SignInMethod } from './realm.ts'
import { forgiveAttempts, type SignInLimit, takeSignInAttempt } from './store.ts'

/** What is compared, and where it comes from. */
export interface PasswordAttempt {
  readonly email: string
  readonly password: string
  /** Identifies one client. */
  readonly address: string
  /** The browser's tokens of earlier sign-ins, of any person. */
  readonly deviceTokens: readonly string[]
}

export interface SignIn extends PasswordAttempt {
  readonly code: string
}

/** What is shown beside the password. */
export interface SecondFactor<Row extends SignerRow, Shown> {
  readonly method: SignInMethod
  /** Why it is refused: because it is wrong, or because it was used. */
  readonly refusals: { readonly wrong: AuditRefusal; readonly used: AuditRefusal }
  /** Undefined when it is wrong. Does the same work for nobody. */
  check(row: Row | undefined): Shown | undefined
  /** False when it was used before, or the row is not the newest any more. */
  use(tx: Transaction, row: Row, shown: Shown): Promise<boolean>
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
let comparisons = 0

export function signInWithPassword<Row extends SignerRow>(
  app: App,
  realm: Realm<Row>,
  { code, ...attempt }: SignIn,
): Promise<SignInOutcome> {
  const { secrets, realClock } = app
  return signInWithFactor(app, realm, attempt, {
    method: { method: 'password' },
    refusals: { wrong: 'code', used: 'code used before' },
    check(row) {
      const secret = row && realm.openTotp(secrets, row)
      const step = findTotpStep(secret ?? Buffer.alloc(TOTP_SECRET_BYTES), code, realClock.now())
      return secret && step
    },
    use: realm.useTotpStep,
  })
}

/** A password with what stands beside it, by the limits of every sign-in. */
export async function signInWithFactor<Row extends SignerRow, Shown>(
  app: App,
  realm: Realm<Row>,
  attempt: PasswordAttempt,
  factor: SecondFactor<Row, Shown>,
): Promise<SignInOutcome> {
  if (comparisons >= MAX_COMPARISONS) return { outcome: 'busy' }
  comparisons += 1
  try {
    return await compare(app, realm, attempt, factor)
  } finally {
    comparisons -= 1
  }
}

async function compare<Row extends SignerRow, Shown>(
  app: App,
  realm: Realm<Row>,
  wanted: PasswordAttempt,
  factor: SecondFactor<Row, Shown>,
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
  const checked = await checkBoth(app, realm, row, wanted, factor)
  if (row === undefined || checked.why !== undefined) {
    await realm.noteRefusal(app, row?.id, row === undefined ? 'unknown' : (checked.why ?? 'unknown'))
    return { outcome: 'refused' }
  }
  const opened = await database.transaction(async tx => {
    if (!(await factor.use(tx, row, checked.shown))) return { why: factor.refusals.used }
    const found = await realm.open(app, tx, row, factor.method, now)
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
  /** How many failures a success clears; all when absent. */
  readonly forgiven?: number
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
    return [{ kind: 'device', subject }]
  }
  return [
    { kind: 'address', subject: computeAddressSubject(secrets, prefix, address), forgiven: 1 },
    { kind: 'email', subject: email },
  ]
}

export const computeAddressSubject = (
  secrets: Secrets,
  prefix: Realm<SignerRow>['prefix'],
  address: string,
): Buffer => secrets.computeBlindIndex('request', `${prefix}sign-in:${address}`)

/** Does the same work for an unknown or disabled person, so that response times reveal nothing. */
async function checkBoth<Row extends SignerRow, Shown>(
  { secrets, reportForgery }: App,
  realm: Realm<Row>,
  row: Row | undefined,
  { password }: Pick<PasswordAttempt, 'password'>,
  factor: SecondFactor<Row, Shown>,
): Promise<{ readonly shown: Shown; readonly why?: undefined } | { readonly why: AuditRefusal }> {
  const genuine = row !== undefined && realm.isGenuine(secrets, row) ? row : undefined
  const passwordHash = genuine?.passwordHash ?? undefined
  const isRight = await isPasswordRight(password, passwordHash ?? NOBODYS_HASH)
  const shown = factor.check(genuine)
  if (row !== undefined && genuine === undefined) {
    await reportForgery(realm.table, row.id)
    return { why: 'forged' }
  }
  if (row?.disabledAt) return { why: 'disabled' }
  if (!isRight || passwordHash === undefined) return { why: 'password' }
  return shown === undefined ? { why: factor.refusals.wrong } : { shown }
}
