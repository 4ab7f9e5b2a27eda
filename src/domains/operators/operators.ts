import type { App } from '../../app/app.ts'
import type { DeskOperator, Role } from '../../contract/desk.ts'
import type { AuditAction, AuditAuthor } from '../../contract/desk-audit.ts'
import { newId } from '../../kernel/ids.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import {
  cleanEmail,
  hashPassword,
  newAuthenticator,
  newPassword,
  type PasswordDerivation,
} from '../sign-in/index.ts'
import {
  deletePasskeysOf,
  endSessionsOf,
  findOperatorRow,
  forgetUsedCodes,
  insertOperator,
  listOperatorRows,
  lockOperatorRow,
  type OperatorRow,
  updateOperator,
} from './operator-store.ts'

export interface Operator extends DeskOperator {
  /** False when the row was written or changed without the deployment's key. */
  readonly isGenuine: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | undefined
}

/** Shown once, to the person who creates the operator. */
interface Credentials {
  readonly operatorId: string
  readonly password: string
  readonly totpLink: string
}

/** The command line has no signed-in operator. */
const BY_COMMAND = { operatorId: undefined, details: { by: 'command line' } } as const

export async function createOperator(
  app: App,
  wanted: {
    readonly email: string
    readonly name: string
    readonly role: Role
    /** Made at random when absent. */
    readonly password?: string
    readonly totpSecret?: Buffer
    readonly derivePassword?: PasswordDerivation
    /** Who creates it, when that is not the command line: decisions name such an operator, and nobody signs in as it. */
    readonly by?: AuditAuthor
  },
): Promise<Credentials | undefined> {
  const { database, secrets, realClock } = app
  const { name, role, derivePassword } = wanted
  const email = cleanEmail(wanted.email)
  const authenticator = newAuthenticator(email, wanted.totpSecret)
  const { password = newPassword(derivePassword?.(authenticator.secret)) } = wanted
  const now = realClock.now()
  const id = newId(now.getTime())
  const row = {
    id,
    emailIndex: computeEmailIndex(secrets, email),
    profile: seal(secrets.sealing, profileContext(id), JSON.stringify({ email, name })),
    role,
    passwordHash: await hashPassword(password),
    totpSecret: sealTotp(secrets, id, authenticator.secret),
    createdAt: now,
    disabledAt: wanted.by === undefined ? null : now,
    version: 1,
  }
  const isNew = await database.transaction(async tx => {
    if (!(await insertOperator(tx, { ...row, mac: computeOperatorMac(secrets, row) }))) return false
    const details = { by: wanted.by ?? BY_COMMAND.details.by, role }
    await appendAudit(tx, { ...BY_COMMAND, action: 'operator.create', subject: id, details }, now)
    return true
  })
  return isNew ? { operatorId: id, password, totpLink: authenticator.link } : undefined
}

/** What a reset sets; absent values are random, and the role stays. */
interface Reset {
  /** Also repairs a row that was changed outside the program: then nothing of the row is kept. */
  readonly role?: Role | undefined
  readonly password?: string
  readonly totpSecret?: Buffer
}

/** Sets a new password and a new secret, removes the passkeys, and ends the operator's sessions. */
export async function resetOperator(
  app: App,
  operator: Operator,
  { role, password = newPassword(), totpSecret }: Reset = {},
): Promise<Credentials> {
  const passwordHash = await hashPassword(password)
  const { secret, link } = newAuthenticator(operator.email, totpSecret)
  const box = sealTotp(app.secrets, operator.id, secret)
  await changeOperator(app, operator, 'operator.reset', role === undefined ? {} : { role }, row => ({
    ...(role === undefined ? requireGenuine(app, row) : { ...row, role, disabledAt: null }),
    passwordHash,
    totpSecret: box,
  }))
  return { operatorId: operator.id, password, totpLink: link }
}

export function disableOperator(app: App, operator: Operator): Promise<void> {
  return changeOperator(app, operator, 'operator.disable', {}, (row, now) => ({
    ...requireGenuine(app, row),
    disabledAt: now,
  }))
}

export function enableOperator(app: App, operator: Operator): Promise<void> {
  return changeOperator(app, operator, 'operator.enable', {}, row => ({
    ...requireGenuine(app, row),
    disabledAt: null,
  }))
}

export function giveRole(app: App, operator: Operator, role: Role): Promise<void> {
  return changeOperator(app, operator, 'operator.role', { role }, row => ({
    ...requireGenuine(app, row),
    role,
  }))
}

/** A change computes the MAC again: without this check it would make a forged row genuine. */
function requireGenuine({ secrets }: App, row: OperatorRow): OperatorRow {
  if (isOperatorGenuine(secrets, row)) return row
  throw new ForgedRow('operators', row.id, `the row of operator ${row.id} was changed outside the program`)
}

async function changeOperator(
  { database, secrets, realClock }: App,
  { id }: Operator,
  action: AuditAction,
  more: Readonly<Record<string, string>>,
  change: (row: OperatorRow, now: Date) => OperatorRow,
): Promise<void> {
  const now = realClock.now()
  await database.transaction(async tx => {
    const row = await lockOperatorRow(tx, id)
    if (row === undefined) throw new Error(`operator ${id} does not exist`)
    const version = Math.max(row.version, row.latestVersion ?? 0) + 1
    const changed = { ...change(row, now), version }
    await updateOperator(tx, { ...changed, mac: computeOperatorMac(secrets, changed) })
    await endSessionsOf(tx, id, now)
    if (changed.totpSecret !== row.totpSecret) {
      await forgetUsedCodes(tx, id)
      // A lost phone may hold the keys. Nothing adds one after the sessions have ended.
      await deletePasskeysOf(tx, id)
    }
    const details = { ...BY_COMMAND.details, ...more }
    await appendAudit(tx, { ...BY_COMMAND, action, subject: id, details }, now)
  })
}

export async function findOperator(
  db: Queryable,
  secrets: Secrets,
  email: string,
): Promise<Operator | undefined> {
  const row = await findOperatorRow(db, computeEmailIndex(secrets, cleanEmail(email)))
  return row && toOperator(secrets, row)
}

export async function listOperators(
  db: Queryable,
  secrets: Secrets,
  ids?: readonly string[],
): Promise<Operator[]> {
  return (await listOperatorRows(db, ids)).map(row => toOperator(secrets, row))
}

export function toOperator(secrets: Secrets, row: OperatorRow): Operator {
  const { id, role, createdAt, disabledAt } = row
  const isGenuine = isOperatorGenuine(secrets, row)
  const { email, name } = openProfile(secrets, row, isGenuine)
  return { id, email, name, role, createdAt, disabledAt: disabledAt ?? undefined, isGenuine }
}

/** A forged row may hold anything in place of a profile, and must still be listed. */
function openProfile(
  secrets: Secrets,
  row: OperatorRow,
  isGenuine: boolean,
): { readonly email: string; readonly name: string } {
  try {
    return JSON.parse(open(secrets.sealing, profileContext(row.id), row.profile).toString())
  } catch (error) {
    if (isGenuine) throw error
    return { email: '', name: '' }
  }
}

export const openTotp = (secrets: Secrets, row: OperatorRow): Buffer =>
  open(secrets.sealing, totpContext(row.id), row.totpSecret)

export const computeEmailIndex = (secrets: Secrets, email: string): Buffer =>
  secrets.computeBlindIndex('operator', email)

const sealTotp = (secrets: Secrets, id: string, secret: Buffer): Buffer =>
  seal(secrets.sealing, totpContext(id), secret)
const profileContext = (id: string): string => `operators.profile:${id}`
const totpContext = (id: string): string => `operators.totp:${id}`

type CoveredOperator = Omit<OperatorRow, 'profile' | 'totpSecret' | 'latestVersion' | 'mac'>

/** Profile and authenticator secret are sealed boxes bound to this operator: they cannot be forged either. */
const mac = defineMac('operators', (row: CoveredOperator) => [
  row.id,
  row.emailIndex,
  row.role,
  row.passwordHash,
  row.createdAt,
  row.disabledAt,
  row.version,
])

const computeOperatorMac = mac.compute

/** An earlier state of the row counts as forged: it would give back a removed account, role or password. */
export const isOperatorGenuine = (secrets: Secrets, row: OperatorRow): boolean =>
  row.version === row.latestVersion && mac.isGenuine(secrets, row)

interface CoveredSession {
  readonly idHash: Buffer
  readonly operatorId: string
  readonly role: Role
  readonly openedAt: Date
}

export const sessionMac = defineMac('operator_sessions', (session: CoveredSession) => [
  session.idHash,
  session.operatorId,
  session.role,
  session.openedAt,
])

export async function listForgedOperatorIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const rows = await listOperatorRows(db)
  return rows.filter(row => !isOperatorGenuine(secrets, row)).map(({ id }) => id)
}
