import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import { type AddPasskeyRequest, MAX_PASSKEYS } from '../../contract/desk-passkeys.ts'
import { newId } from '../../kernel/ids.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import type { Operator } from './operators.ts'
import { type RelyingParty, verifyCreation } from './passkey-ceremony.ts'
import { type Challenge, findChallenge, issueChallenge } from './passkey-challenge.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  useChallenge,
} from './passkey-store.ts'
import type { Session } from './sessions.ts'

/** Whoever finds an unattended desk must not be able to leave a key of their own behind. */
const FRESH_MS = 10 * 60_000

export interface Passkey {
  readonly id: string
  readonly credentialId: Buffer
  readonly label: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

export async function listPasskeys(
  { database, secrets, realClock }: App,
  { id }: Operator,
): Promise<Passkey[]> {
  await recordAudit(database, { operatorId: id, action: 'passkey.list', subject: id }, realClock.now())
  return (await listPasskeyRows(database, id)).map(row => ({
    id: row.id,
    credentialId: row.credentialId,
    label: open(secrets.sealing, labelContext(row.id), row.label).toString(),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? undefined,
  }))
}

/** The challenge for a new key of the operator of this session, or why there is none. */
export async function offerPasskey(
  app: App,
  session: Session,
): Promise<{ readonly challenge: string; readonly known: Buffer[] } | 'sign-in again' | 'full'> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  if (!isFresh(session, now)) return 'sign-in again'
  const rows = await listPasskeyRows(database, session.operator.id)
  if (rows.length >= MAX_PASSKEYS) return 'full'
  return {
    challenge: issueChallenge(secrets, purposeOf(session), now),
    known: rows.map(({ credentialId }) => credentialId),
  }
}

export async function addPasskey(
  app: App,
  session: Session,
  party: RelyingParty,
  wanted: AddPasskeyRequest,
): Promise<'added' | 'refused' | 'sign-in again' | 'full'> {
  const { database, secrets, realClock } = app
  const now = realClock.now()
  const { id: operatorId } = session.operator
  if (!isFresh(session, now)) return 'sign-in again'
  if ((await listPasskeyRows(database, operatorId)).length >= MAX_PASSKEYS) return 'full'
  let challenge: Challenge | undefined
  const isChallenge = (text: string): boolean => {
    challenge = findChallenge(secrets, purposeOf(session), text, now)
    return challenge !== undefined
  }
  const key = await verifyCreation({ party, isChallenge }, wanted)
  if (key === undefined || challenge === undefined) return refuse(app, operatorId, 'passkey')
  const answered = challenge
  const id = newId(now.getTime())
  const label = seal(secrets.sealing, labelContext(id), wanted.label.trim())
  const row = { ...key, id, operatorId, label, createdAt: now }
  const problem = await database.transaction(async tx => {
    if (!(await useChallenge(tx, answered))) return 'challenge used before'
    if (!(await insertPasskey(tx, { ...row, mac: passkeyMac.compute(secrets, row) }))) return 'passkey'
    await appendAudit(tx, { operatorId, action: 'passkey.add', subject: id }, now)
    return undefined
  })
  return problem === undefined ? 'added' : refuse(app, operatorId, problem)
}

/** Returns false when the operator has no such key. */
export function removePasskey(
  { database, realClock }: App,
  { id: operatorId }: Operator,
  passkeyId: string,
): Promise<boolean> {
  return database.transaction(async tx => {
    if (!(await deletePasskey(tx, operatorId, passkeyId))) return false
    await appendAudit(tx, { operatorId, action: 'passkey.remove', subject: passkeyId }, realClock.now())
    return true
  })
}

async function refuse(
  { database, realClock }: App,
  operatorId: string,
  why: AuditRefusal,
): Promise<'refused'> {
  const note = { operatorId, action: 'passkey.refused', details: { why } } as const
  await recordAudit(database, note, realClock.now())
  return 'refused'
}

type Owned = Pick<PasskeyRow, 'id' | 'operatorId' | 'credentialId' | 'publicKey'>

/** Whose key it is and the key itself: with write access to the database alone nobody can add a key that opens the desk. */
const passkeyMac = defineMac('operator_passkeys', (row: Owned) => [
  row.id,
  row.operatorId,
  row.credentialId,
  row.publicKey,
])

export function isPasskeySound(secrets: Secrets, row: PasskeyRow): boolean {
  return !row.wasRemoved && passkeyMac.isGenuine(secrets, row)
}

const isFresh = ({ openedAt }: Session, now: Date): boolean => now.getTime() - openedAt.getTime() < FRESH_MS
/** Bound to the session, so that nobody registers a key with a challenge of somebody else. */
const purposeOf = ({ idHash }: Session): string => `add:${idHash.toString('hex')}`
const labelContext = (id: string): string => `operator_passkeys.label:${id}`
