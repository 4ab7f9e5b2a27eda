import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
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
  text: 'SELECT root_id AS "rootId", key_salt AS "keySalt" FROM onboardings WHERE transaction_id = $1',
}
const INSERT_DOCUMENT: Statement = {
  name: 'onboarding-documents.insert',
  text: `INSERT INTO onboarding_documents (id, root_id, kind, media_type, bytes, sha256, box, received_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
}
const LIST_DOCUMENTS: Statement = {
  name: 'onboarding-documents.list',
  text: `SELECT DISTINCT ON (kind) id, kind, media_type AS "mediaType", bytes, sha256, received_at AS "receivedAt"
    FROM onboarding_documents WHERE root_id = $1 ORDER BY kind, position DESC`,
}
const SELECT_DOCUMENT: Statement = {
  name: 'onboarding-documents.find',
  text: `SELECT media_type AS "mediaType", box, file_name AS "fileName" FROM onboarding_documents
    WHERE root_id = $1 AND id = $2`,
}
const LIST_UNFILED: Statement = {
  name: 'onboarding-documents.list-unfiled',
  text: `SELECT d.id, d.root_id AS "rootId", o.key_salt AS "keySalt" FROM (
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
  text: `SELECT contract_hash AS "contractHash", code_id AS "codeId", signed_at AS "signedAt", origin_box AS "originBox", documents
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
