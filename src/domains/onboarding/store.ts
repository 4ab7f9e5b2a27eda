import { newId } from '../../kernel/ids.ts'
import { defineMac, type ReportForgery } from '../../platform/crypto/row-mac.ts'
import { type BoxKeys, open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { hashSession, newSession } from '../../platform/crypto/sessions.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import { composeFileName } from '../../platform/files/files.ts'
import type { AnalysisAnswer } from './analysis.ts'
import type { DocumentKind } from './evidence.ts'

const INSERT_ONBOARDING: Statement = {
  name: 'onboardings.insert',
  text: `INSERT INTO onboardings (transaction_id, root_id, retailer_id, key_salt, opened_at) VALUES ($1, $1, $2, $3, $4)
    ON CONFLICT (transaction_id) DO NOTHING`,
}
const CONTINUE_ONBOARDING: Statement = {
  name: 'onboardings.continue',
  text: `INSERT INTO onboardings (transaction_id, root_id, retailer_id, key_salt, opened_at)
    SELECT $2, root_id, retailer_id, key_salt, $3 FROM onboardings WHERE transaction_id = $1`,
}
const SELECT_ROOT: Statement = {
  name: 'onboardings.find-root',
  text: 'SELECT root_id, key_salt FROM onboardings WHERE transaction_id = $1',
}
const INSERT_DOCUMENT: Statement = {
  name: 'onboarding-documents.insert',
  text: `INSERT INTO onboarding_documents (id, root_id, kind, media_type, bytes, sha256, box, received_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
}
const LIST_DOCUMENTS: Statement = {
  name: 'onboarding-documents.list',
  text: `SELECT DISTINCT ON (kind) id, kind, media_type, bytes, sha256, received_at
    FROM onboarding_documents WHERE root_id = $1 ORDER BY kind, position DESC`,
}
const SELECT_DOCUMENT: Statement = {
  name: 'onboarding-documents.find',
  text: `SELECT media_type, box, file_name FROM onboarding_documents
    WHERE root_id = $1 AND id = $2`,
}
const LIST_UNFILED: Statement = {
  name: 'onboarding-documents.list-unfiled',
  text: `SELECT d.id, d.root_id, o.key_salt FROM (
      SELECT id, root_id, received_at FROM onboarding_documents WHERE box IS NOT NULL AND received_at < $1
      ORDER BY received_at LIMIT $2) d
    JOIN onboardings o ON o.transaction_id = d.root_id ORDER BY d.received_at`,
}
const SET_FILE: Statement = {
  name: 'onboarding-documents.set-file',
  text: `UPDATE onboarding_documents SET file_name = $2, box = NULL WHERE id = $1 AND box IS NOT NULL RETURNING true`,
}
const INSERT_CONSENT: Statement = {
  name: 'onboarding-consents.insert',
  text: `INSERT INTO onboarding_consents (root_id, subject, accepted, answered_at, origin_box)
    VALUES ($1, $2, $3, $4, $5)`,
}
const INSERT_SIGNATURE: Statement = {
  name: 'signatures.insert',
  text: `INSERT INTO signatures (transaction_id, contract_hash, code_id, signed_at, origin_box, documents)
    VALUES ($1, $2, $3, $4, $5, $6)`,
}
const SELECT_SIGNATURE: Statement = {
  name: 'signatures.find',
  text: `SELECT contract_hash, code_id, signed_at, origin_box, documents
    FROM signatures WHERE transaction_id = $1`,
}

export async function insertOnboarding(
  tx: Transaction,
  row: {
    readonly transactionId: string
    readonly retailerId: string
    readonly keySalt: Buffer
    readonly openedAt: Date
  },
): Promise<void> {
  await tx.run(INSERT_ONBOARDING, [row.transactionId, row.retailerId, row.keySalt, row.openedAt])
}

export async function copyOnboarding(
  tx: Transaction,
  row: { readonly fromId: string; readonly toId: string; readonly openedAt: Date },
): Promise<void> {
  await tx.run(CONTINUE_ONBOARDING, [row.fromId, row.toId, row.openedAt])
}

interface Root {
  readonly rootId: string
  readonly keySalt: Buffer
}

export async function findRoot(db: Queryable, transactionId: string): Promise<Root | undefined> {
  return (await db.run<Root>(SELECT_ROOT, [transactionId]))[0]
}

export interface DocumentRow {
  readonly id: string
  readonly rootId: string
  readonly kind: DocumentKind
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly box: Buffer
  readonly receivedAt: Date
}

export async function insertDocument(tx: Transaction, row: DocumentRow): Promise<void> {
  const { id, rootId, kind, mediaType, bytes, sha256, box, receivedAt } = row
  await tx.run(INSERT_DOCUMENT, [id, rootId, kind, mediaType, bytes, sha256, box, receivedAt])
}

export function listDocumentRows(
  db: Queryable,
  rootId: string,
): Promise<Omit<DocumentRow, 'rootId' | 'box'>[]> {
  return db.run<Omit<DocumentRow, 'rootId' | 'box'>>(LIST_DOCUMENTS, [rootId])
}

export interface StoredDocument {
  readonly mediaType: string
  /** Null once it is a file. */
  readonly box: Buffer | null
  readonly fileName: string | null
}

export async function findDocumentRow(
  db: Queryable,
  rootId: string,
  documentId: string,
): Promise<StoredDocument | undefined> {
  return (await db.run<StoredDocument>(SELECT_DOCUMENT, [rootId, documentId]))[0]
}

export interface UnfiledDocument extends Root {
  readonly id: string
}

/** Received before, and still in the row; the oldest first. */
export function listUnfiledRows(db: Queryable, before: Date, limit: number): Promise<UnfiledDocument[]> {
  return db.run<UnfiledDocument>(LIST_UNFILED, [before, limit])
}

export async function setDocumentFile(db: Queryable, documentId: string, fileName: string): Promise<boolean> {
  return (await db.run(SET_FILE, [documentId, fileName])).length > 0
}

export async function insertConsent(
  tx: Transaction,
  row: {
    readonly rootId: string
    readonly subject: string
    readonly accepted: boolean
    readonly answeredAt: Date
    readonly originBox: Buffer
  },
): Promise<void> {
  const { rootId, subject, accepted, answeredAt, originBox } = row
  await tx.run(INSERT_CONSENT, [rootId, subject, accepted, answeredAt, originBox])
}

interface SignatureRow {
  readonly transactionId: string
  readonly contractHash: Buffer
  readonly codeId: string
  readonly signedAt: Date
  readonly originBox: Buffer
  readonly documents: Readonly<Record<string, string>>
}

export async function insertSignature(tx: Transaction, row: SignatureRow): Promise<void> {
  const { transactionId, contractHash, codeId, signedAt, originBox, documents } = row
  const values = [transactionId, contractHash, codeId, signedAt, originBox, JSON.stringify(documents)]
  await tx.run(INSERT_SIGNATURE, values)
}

export async function findSignatureRow(
  db: Queryable,
  transactionId: string,
): Promise<Omit<SignatureRow, 'transactionId'> | undefined> {
  return (await db.run<Omit<SignatureRow, 'transactionId'>>(SELECT_SIGNATURE, [transactionId]))[0]
}

export async function getRoot(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<{ readonly rootId: string; readonly key: BoxKeys }> {
  const root = await findRoot(db, transactionId)
  if (root === undefined)
    throw new Error(`the onboarding of ${transactionId} was not opened, or was forgotten`)
  return { rootId: root.rootId, key: secrets.deriveDataKey(root.keySalt) }
}

const REALM = 'onboarding-session'
const SESSION_LIFE_MS = 30 * 24 * 3_600_000

const INSERT_SESSION: Statement = {
  name: 'onboarding-sessions.insert',
  text: `INSERT INTO onboarding_sessions (session_hash, root_id, created_at, expires_at, mac) VALUES ($1, $2, $3, $4, $5)`,
}
const FIND_SESSIONS: Statement = {
  name: 'onboarding-sessions.find',
  text: `SELECT s.session_hash, s.root_id, s.created_at,
      s.expires_at, s.mac
    FROM onboarding_sessions s JOIN onboardings o ON o.root_id = s.root_id
    WHERE s.session_hash = ANY ($1) AND o.transaction_id = $2 AND s.expires_at > $3`,
}
const REMOVE_EXPIRED_SESSIONS: Statement = {
  name: 'onboarding-sessions.remove-expired',
  text: composeRemoval('onboarding_sessions', 'expires_at'),
}

/** Proves that the user of a device can read the customer's phone. */
export interface DeviceSession {
  readonly id: string
  /** The purchase with which the onboarding began; its replacements share the sessions. */
  readonly rootId: string
  readonly expiresAt: Date
}

interface SessionRow {
  readonly sessionHash: Buffer
  readonly rootId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly mac: Buffer
}

/** Of a purchase: its buyer comes from a sealed box. */
interface SessionOwner {
  readonly id: string
  readonly customer: { readonly cpf: string; readonly phone: string }
}

export async function startSession(
  tx: Transaction,
  secrets: Secrets,
  owner: SessionOwner,
  now: Date,
): Promise<DeviceSession> {
  const { id, hash: sessionHash } = newSession(secrets, REALM)
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS)
  const root = await findRoot(tx, owner.id)
  if (root === undefined) throw new Error(`the onboarding of ${owner.id} was not opened`)
  const { rootId } = root
  const row = { sessionHash, rootId, createdAt: now, expiresAt }
  const mac = sessionMac.compute(secrets, { ...row, ...indexOwner(secrets, owner) })
  await tx.run(INSERT_SESSION, [row.sessionHash, rootId, now, expiresAt, mac])
  return { id, rootId, expiresAt }
}

/** Whether one of these ids is a living session of this purchase. */
export async function hasSession(
  {
    database,
    secrets,
    reportForgery,
  }: { readonly database: Queryable; readonly secrets: Secrets; readonly reportForgery: ReportForgery },
  owner: SessionOwner,
  sessionIds: readonly string[],
  now: Date,
): Promise<boolean> {
  if (sessionIds.length === 0) return false
  const hashes = sessionIds.map(id => hashSession(secrets, REALM, id))
  const rows = await database.run<SessionRow>(FIND_SESSIONS, [hashes, owner.id, now])
  const indexes = indexOwner(secrets, owner)
  if (rows.some(row => sessionMac.isGenuine(secrets, { ...row, ...indexes }))) return true
  for (const { rootId } of rows) await reportForgery('onboarding_sessions', rootId)
  return false
}

/**
 * Also the person whose phone was confirmed: which purchases share an onboarding stands in rows without a MAC, and a session
 * that was led to another person's purchase opens nothing there.
 */
const sessionMac = defineMac(
  'onboarding_sessions',
  (row: Omit<SessionRow, 'mac'> & ReturnType<typeof indexOwner>) => [
    row.sessionHash,
    row.rootId,
    row.cpfIndex,
    row.phoneIndex,
    row.createdAt,
    row.expiresAt,
  ],
)

const indexOwner = (secrets: Secrets, { customer }: SessionOwner) => ({
  cpfIndex: secrets.computeBlindIndex('cpf', customer.cpf),
  phoneIndex: secrets.computeBlindIndex('phone', customer.phone),
})

export function removeExpiredSessions(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_EXPIRED_SESSIONS, now)
}

const SAVE_ANALYSIS: Statement = {
  name: 'identity-analyses.save',
  text: `INSERT INTO identity_analyses AS a (root_id, pictures, asked_at, box) VALUES ($1, $2, $3, $4)
    ON CONFLICT (root_id) DO UPDATE SET pictures = excluded.pictures, box = excluded.box,
      asked_at = CASE WHEN a.pictures = excluded.pictures THEN a.asked_at ELSE excluded.asked_at END`,
}
const FIND_ANALYSIS: Statement = {
  name: 'identity-analyses.find',
  text: 'SELECT pictures, asked_at, box FROM identity_analyses WHERE root_id = $1',
}

/** What the last analysis said, or that it is not done yet. Sealed with the pictures, and forgotten with them. */
export interface IdentityAnalysis {
  /** Which pictures it is about: others make another analysis. */
  readonly pictures: string
  /** When these pictures were sent first. */
  readonly askedAt: Date
  readonly answer: AnalysisAnswer
  /** What the bureau called the customer. */
  readonly bureauName?: string | undefined
}

export async function saveIdentityAnalysis(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  { pictures, askedAt, answer, bureauName }: IdentityAnalysis,
): Promise<void> {
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  const box = seal(key, contextOf(rootId), JSON.stringify({ answer, bureauName }))
  await db.run(SAVE_ANALYSIS, [rootId, pictures, askedAt, box])
}

export async function findIdentityAnalysis(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<IdentityAnalysis | undefined> {
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  const [row] = await db.run<{ pictures: string; askedAt: Date; box: Buffer }>(FIND_ANALYSIS, [rootId])
  if (row === undefined) return undefined
  const opened = open(key, contextOf(rootId), row.box).toString()
  const { answer, bureauName } = JSON.parse(opened) as Pick<IdentityAnalysis, 'answer' | 'bureauName'>
  return { pictures: row.pictures, askedAt: row.askedAt, answer, bureauName }
}

const contextOf = (rootId: string): string => `identity_analyses.box:${rootId}`

const INSERT_PICTURE_REQUEST: Statement = {
  name: 'picture-requests.insert',
  text: `INSERT INTO picture_requests (id, root_id, kind, reason_box, asked_at) VALUES ($1, $2, $3, $4, $5)`,
}
const FIND_PICTURE_REQUEST: Statement = {
  name: 'picture-requests.find',
  text: `SELECT r.id, r.reason_box FROM picture_requests r WHERE r.root_id = $1 AND r.kind = $2
      AND NOT EXISTS (SELECT FROM onboarding_documents d
        WHERE d.root_id = r.root_id AND d.kind = r.kind AND d.received_at > r.asked_at)
    ORDER BY r.position DESC LIMIT 1`,
}

interface PictureRequest {
  readonly transactionId: string
  readonly kind: DocumentKind
  /** A sentence for the customer. */
  readonly reason: string
}

/** Must run in the transaction that sends the purchase back to the picture step. */
export async function storePictureRequest(
  tx: Transaction,
  secrets: Secrets,
  { transactionId, kind, reason }: PictureRequest,
  now: Date,
): Promise<void> {
  const id = newId(now.getTime())
  const { key, rootId } = await getRoot(tx, secrets, transactionId)
  await tx.run(INSERT_PICTURE_REQUEST, [id, rootId, kind, seal(key, requestContext(id), reason), now])
}

/** Why this picture is requested again: the newest request without a new picture. */
export async function findPictureRequest(
  db: Queryable,
  secrets: Secrets,
  { transactionId, kind }: Omit<PictureRequest, 'reason'>,
): Promise<string | undefined> {
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  const [row] = await db.run<{ id: string; reasonBox: Buffer }>(FIND_PICTURE_REQUEST, [rootId, kind])
  return row && open(key, requestContext(row.id), row.reasonBox).toString()
}

const requestContext = (id: string): string => `picture_requests.reason:${id}`

const LIST_DOCUMENT_IDS: Statement = {
  name: 'onboarding-documents.list-of-roots',
  text: 'SELECT id FROM onboarding_documents WHERE root_id = ANY ($1)',
}
/* Cascades to pictures, sessions and picture requests. */
const DELETE_ONBOARDINGS: Statement = {
  name: 'onboardings.forget',
  text: 'DELETE FROM onboardings WHERE transaction_id = ANY ($1)',
}

/**
 * Deletes pictures, their keys where they are files, and the keys to the addresses and devices of signatures. The fact
 * of a signature and its hash stay. A picture that becomes a file at this moment has its key deleted too: the name of
 * the file is known before it is written.
 */
export async function forgetOnboardings(
  tx: Transaction,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<void> {
  const documents = await tx.run<{ id: string }>(LIST_DOCUMENT_IDS, [transactionIds])
  await tx.run(DELETE_ONBOARDINGS, [transactionIds])
  await forgetFiles(
    tx,
    documents.map(({ id }) => composePictureName(secrets, id)),
  )
}

/** The name that the picture has as a file. */
function composePictureName(secrets: Secrets, documentId: string): string {
  return composeFileName(secrets, documentContext(documentId))
}

export const documentContext = (id: string): string => `onboarding_documents.box:${id}`
