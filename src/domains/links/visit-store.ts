import type { HostedOptionGroup, HostedRefusal } from '../../contract/hosted-page.ts'
import { newId } from '../../kernel/ids.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { hashSession, newSession } from '../../platform/crypto/sessions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { LinkCustomer } from './payment-link.ts'
import { lockOut } from './store.ts'

export type VisitPerson = Required<LinkCustomer>

/** One device on one link. */
export interface Visit {
  readonly id: string
  readonly linkId: string
  readonly person: VisitPerson
  /** What was quoted, once the phone is confirmed. */
  readonly checkoutId: string | undefined
  readonly groups: readonly HostedOptionGroup[] | undefined
  readonly refusal: HostedRefusal | undefined
  readonly confirmedAt: Date | undefined
  readonly expiresAt: Date
}

/** As long as what is quoted stands. */
const VISIT_LIFE_MS = 48 * 3_600_000
const REALM = 'link-visit'
const SALT_BYTES = 16

const INSERT: Statement = {
  name: 'payment-link-visits.insert',
  text: `INSERT INTO payment_link_visits (id, link_id, session_hash, cpf_index, key_salt, person_box, created_at, expires_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}
const COLUMNS = `id, link_id, session_hash, key_salt, person_box,
  checkout_id, offer_box, refusal, created_at, confirmed_at,
  expires_at, mac`
const FIND: Statement = {
  name: 'payment-link-visits.find',
  text: `SELECT ${COLUMNS}
    FROM payment_link_visits WHERE session_hash = ANY ($2) AND link_id = $1 AND expires_at > $3 LIMIT 1`,
}
const LOCK: Statement = {
  name: 'payment-link-visits.lock',
  text: `SELECT ${COLUMNS} FROM payment_link_visits WHERE id = $1 FOR UPDATE`,
}
const COUNT: Statement = {
  name: 'payment-link-visits.count',
  text: 'SELECT count(*)::integer AS count FROM payment_link_visits WHERE link_id = $1 AND created_at > $2',
}
const CONFIRM: Statement = {
  name: 'payment-link-visits.confirm',
  text: 'UPDATE payment_link_visits SET session_hash = $2, confirmed_at = $3, mac = $4 WHERE id = $1',
}
const SAVE_OUTCOME: Statement = {
  name: 'payment-link-visits.save-outcome',
  text: 'UPDATE payment_link_visits SET checkout_id = $2, offer_box = $3, refusal = $4, mac = $5 WHERE id = $1',
}
/* The row stays: how many visits a link had in a day is counted by it. */
const END: Statement = {
  name: 'payment-link-visits.end',
  text: 'UPDATE payment_link_visits SET expires_at = least(expires_at, $2) WHERE id = $1',
}
const REMOVE_OLD: Statement = {
  name: 'payment-link-visits.remove-old',
  text: composeRemoval('payment_link_visits', 'expires_at'),
}

interface VisitRow {
  readonly id: string
  readonly linkId: string
  readonly sessionHash: Buffer
  readonly keySalt: Buffer
  readonly personBox: Buffer
  readonly checkoutId: string | null
  readonly offerBox: Buffer | null
  readonly refusal: HostedRefusal | null
  readonly createdAt: Date
  readonly confirmedAt: Date | null
  readonly expiresAt: Date
  readonly mac: Buffer
}

/** The token by which a device proves that it belongs to the visit. */
export interface VisitSession {
  readonly id: string
  readonly linkId: string
}

export async function insertVisit(
  tx: Transaction,
  secrets: Secrets,
  linkId: string,
  person: VisitPerson,
  now: Date,
): Promise<{ readonly visitId: string; readonly session: VisitSession }> {
  const visitId = newId(now.getTime())
  const { id, hash: sessionHash } = newSession(secrets, REALM)
  const salt = takeRandomBytes(SALT_BYTES)
  const row = {
    id: visitId,
    linkId,
    sessionHash,
    checkoutId: null,
    refusal: null,
    createdAt: now,
    confirmedAt: null,
  }
  await tx.run(INSERT, [
    visitId,
    linkId,
    row.sessionHash,
    secrets.computeBlindIndex('cpf', person.cpf),
    salt,
    seal(secrets.deriveDataKey(salt), contextOf('person_box', visitId), JSON.stringify(person)),
    now,
    computeEnd(row),
    visitMac.compute(secrets, row),
  ])
  return { visitId, session: { id, linkId } }
}

/** Throws ForgedRow. */
export async function findVisit(
  db: Queryable,
  secrets: Secrets,
  linkId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<Visit | undefined> {
  if (sessionIds.length === 0) return undefined
  const hashes = sessionIds.map(id => hashSession(secrets, REALM, id))
  const [row] = await db.run<VisitRow>(FIND, [linkId, hashes, now])
  return row && toVisit(secrets, row)
}

/** A change computes the MAC again: without the check it would make a forged row genuine. */
async function lockGenuine(db: Queryable, secrets: Secrets, id: string): Promise<VisitRow> {
  const [row] = await db.run<VisitRow>(LOCK, [id])
  if (row === undefined) throw new Error(`visit ${id} does not exist`)
  return requireGenuine(secrets, row)
}

function requireGenuine(secrets: Secrets, row: VisitRow): VisitRow {
  // It may end earlier than it was made to, but not later.
  if (row.expiresAt > computeEnd(row)) throw new ForgedRow('payment_link_visits', row.id)
  return visitMac.check(secrets, row)
}

/** The person and what was offered are sealed for this id. */
const visitMac = defineMac('payment_link_visits', (row: CoveredVisit) => [
  row.id,
  row.linkId,
  row.sessionHash,
  row.checkoutId,
  row.refusal,
  row.createdAt,
  row.confirmedAt,
])

type CoveredVisit = Omit<VisitRow, 'keySalt' | 'personBox' | 'offerBox' | 'expiresAt' | 'mac'>

const computeEnd = ({ createdAt }: Pick<VisitRow, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + VISIT_LIFE_MS)

export async function countVisits(db: Queryable, linkId: string, since: Date): Promise<number> {
  return (await db.run<{ count: number }>(COUNT, [linkId, since]))[0]?.count ?? 0
}

/** With a new session: one that somebody else put into the browser before is worth nothing. */
export async function confirmVisit(
  tx: Transaction,
  secrets: Secrets,
  { id, linkId }: Visit,
  now: Date,
): Promise<VisitSession | undefined> {
  const row = await lockGenuine(tx, secrets, id)
  if (row.confirmedAt !== null) return undefined
  const { id: sessionId, hash: sessionHash } = newSession(secrets, REALM)
  const mac = visitMac.compute(secrets, { ...row, sessionHash, confirmedAt: now })
  await tx.run(CONFIRM, [id, sessionHash, now, mac])
  return { id: sessionId, linkId }
}

interface VisitOutcome {
  readonly checkoutId: string | undefined
  readonly groups: readonly HostedOptionGroup[] | undefined
  readonly refusal: HostedRefusal | undefined
}

export async function saveVisitOutcome(
  tx: Queryable,
  secrets: Secrets,
  visit: Visit,
  outcome: VisitOutcome,
): Promise<void> {
  const { groups, checkoutId = null, refusal = null } = outcome
  const row = await lockGenuine(tx, secrets, visit.id)
  const box = groups && seal(secrets.sealing, contextOf('offer_box', visit.id), JSON.stringify(groups))
  const mac = visitMac.compute(secrets, { ...row, checkoutId, refusal })
  await tx.run(SAVE_OUTCOME, [visit.id, checkoutId, box ?? null, refusal, mac])
}

export async function endVisit(db: Queryable, visitId: string, now: Date): Promise<void> {
  await db.run(END, [visitId, now])
}

/** Kept a day longer than they can be used, because visits are counted by the day. */
export function removeOldVisits(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - 24 * 3_600_000))
}

function toVisit(secrets: Secrets, row: VisitRow): Visit {
  const {
    keySalt,
    personBox,
    offerBox,
    sessionHash: _hash,
    mac: _mac,
    createdAt: _at,
    ...plain
  } = requireGenuine(secrets, row)
  const opened = open(secrets.deriveDataKey(keySalt), contextOf('person_box', row.id), personBox)
  return {
    ...plain,
    person: JSON.parse(opened.toString()) as VisitPerson,
    checkoutId: row.checkoutId ?? undefined,
    groups:
      offerBox === null
        ? undefined
        : (JSON.parse(
            open(secrets.sealing, contextOf('offer_box', row.id), offerBox).toString(),
          ) as HostedOptionGroup[]),
    refusal: row.refusal ?? undefined,
    confirmedAt: row.confirmedAt ?? undefined,
  }
}

const contextOf = (column: string, id: string): string => `payment_link_visits.${column}:${id}`

/** Different people who may be refused on one link. */
const MAX_REFUSED = 5
/** Longer than any evaluation: what is still pending then lost its process, and counts as refused. */
const STALE_MS = 60_000

const COUNT_OTHERS: Statement = {
  name: 'payment-link-applicants.count-others',
  text: `SELECT count(*) FILTER (WHERE state = 'refused' OR changed_at <= $3)::integer AS refused, count(*)::integer AS open
    FROM payment_link_applicants WHERE link_id = $1 AND state IN ('pending', 'refused') AND cpf_index <> $2`,
}
const SET_APPLICANT: Statement = {
  name: 'payment-link-applicants.set',
  text: `INSERT INTO payment_link_applicants (link_id, cpf_index, state, changed_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (link_id, cpf_index) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`,
}

interface LinkApplicant {
  readonly linkId: string
  readonly cpf: string
}

/**
 * Whether one more person may be evaluated on a link whose row is locked. `busy`: it depends on those who are being evaluated right now,
 * who may all be refused.
 */
export async function admitApplicant(
  tx: Transaction,
  secrets: Secrets,
  { linkId, cpf }: LinkApplicant,
  now: Date,
): Promise<'admitted' | 'busy' | 'locked'> {
  const cpfIndex = secrets.computeBlindIndex('cpf', cpf)
  const { refused, open } = await countOthers(tx, linkId, cpfIndex, now)
  if (refused >= MAX_REFUSED) return 'locked'
  if (open >= MAX_REFUSED) return 'busy'
  tx.send(SET_APPLICANT, [linkId, cpfIndex, 'pending', now])
  return 'admitted'
}

/** The result of an evaluation; the row of the link is locked. Nobody can use the link once too many were refused. */
export async function settleApplicant(
  tx: Transaction,
  secrets: Secrets,
  { linkId, cpf, isRefused }: LinkApplicant & { readonly isRefused: boolean },
  now: Date,
): Promise<void> {
  const cpfIndex = secrets.computeBlindIndex('cpf', cpf)
  tx.send(SET_APPLICANT, [linkId, cpfIndex, isRefused ? 'refused' : 'cleared', now])
  if (!isRefused) return
  const { refused } = await countOthers(tx, linkId, cpfIndex, now)
  if (refused + 1 >= MAX_REFUSED) lockOut(tx, linkId, now)
}

async function countOthers(tx: Transaction, linkId: string, cpfIndex: Buffer, now: Date) {
  const staleAt = new Date(now.getTime() - STALE_MS)
  const [counts] = await tx.run<{ refused: number; open: number }>(COUNT_OTHERS, [linkId, cpfIndex, staleAt])
  return counts ?? { refused: 0, open: 0 }
}
