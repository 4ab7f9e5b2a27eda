import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import type { PictureKind } from '../../contract/onboarding.ts'
import { newId } from '../../kernel/ids.ts'
import type { PictureType } from '../../kernel/picture-header.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import { fileRows } from '../../platform/files/file-rows.ts'
import { composeEvidence } from '../contracts/index.ts'
import {
  copyOnboarding,
  type DocumentRow,
  documentContext,
  findDocumentRow,
  findRoot,
  findSignatureRow,
  getRoot,
  insertConsent,
  insertDocument,
  insertOnboarding,
  insertSignature,
  listDocumentRows,
  listUnfiledRows,
  type StoredDocument,
  setDocumentFile,
  type UnfiledDocument,
} from './store.ts'

export type DocumentKind = PictureKind

/** Where the customer's request came from. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string
}

interface ReceivedDocument {
  readonly kind: DocumentKind
  readonly type: PictureType
  readonly bytes: Buffer
}

const SALT_BYTES = 16

/** Idempotent. */
export async function openOnboarding(
  tx: Transaction,
  purchase: { readonly transactionId: string; readonly retailerId: string },
  now: Date,
): Promise<void> {
  const { transactionId, retailerId } = purchase
  await insertOnboarding(tx, {
    transactionId,
    retailerId,
    keySalt: takeRandomBytes(SALT_BYTES),
    openedAt: now,
  })
}

/** After a removal of products, the replacement purchase keeps the pictures and answers of the one before. */
export async function continueOnboarding(
  tx: Transaction,
  ids: { readonly fromId: string; readonly toId: string },
  now: Date,
): Promise<void> {
  await copyOnboarding(tx, { ...ids, openedAt: now })
}

/** Encrypting eight megabytes takes a while, so it happens before the transaction that stores the result. */
export async function sealDocument(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  document: ReceivedDocument,
  now: Date,
): Promise<DocumentRow> {
  const id = newId(now.getTime())
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  return {
    id,
    rootId,
    kind: document.kind,
    mediaType: document.type,
    bytes: document.bytes.length,
    sha256: createHash('sha256').update(document.bytes).digest(),
    box: seal(key, documentContext(id), document.bytes),
    receivedAt: now,
  }
}

export function storeDocument(tx: Transaction, document: DocumentRow): Promise<void> {
  return insertDocument(tx, document)
}

export interface DocumentSummary {
  readonly id: string
  readonly kind: DocumentKind
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  readonly receivedAt: Date
}

/** The newest of each kind. */
export async function listDocuments(db: Queryable, transactionId: string): Promise<DocumentSummary[]> {
  const root = await findRoot(db, transactionId)
  if (root === undefined) return []
  const rows = await listDocumentRows(db, root.rootId)
  return rows.map(row => ({ ...row, sha256: row.sha256.toString('hex') }))
}

/** The picture as it was received. */
export async function openDocument(
  app: App,
  transactionId: string,
  documentId: string,
): Promise<{ readonly mediaType: string; readonly bytes: Buffer } | undefined> {
  const root = await findRoot(app.database, transactionId)
  const row = root && (await findDocumentRow(app.database, root.rootId, documentId))
  if (root === undefined || row === undefined) return undefined
  return { mediaType: row.mediaType, bytes: await openStored(app, root.keySalt, documentId, row) }
}

async function openStored(
  { secrets, files }: App,
  keySalt: Buffer,
  documentId: string,
  { box, fileName }: StoredDocument,
): Promise<Buffer> {
  if (fileName !== null) return files.getStored(fileName)
  if (box === null) throw new Error(`picture ${documentId} has no content`)
  return open(secrets.deriveDataKey(keySalt), documentContext(documentId), box)
}

/** Pictures received before that are still in their rows, the oldest first. */
export const listUnfiledDocuments = listUnfiledRows

/** Makes files of the pictures received before, until the time is over. Returns how many. */
export function fileDocuments(app: App, before: Date, endsAt: number): Promise<number> {
  return fileRows(
    limit => listUnfiledDocuments(app.database, before, limit),
    document => fileDocument(app, document),
    endsAt,
  )
}

/** Makes a file of the picture. False when there was nothing to do any more. */
export async function fileDocument(app: App, { id, rootId, keySalt }: UnfiledDocument): Promise<boolean> {
  const row = await findDocumentRow(app.database, rootId, id)
  if (row === undefined || row.fileName !== null) return false
  const bytes = await openStored(app, keySalt, id, row)
  const name = await app.files.putOf(documentContext(id), bytes)
  if (await setDocumentFile(app.database, id, name)) return true
  // The person was forgotten meanwhile: so is the file.
  if ((await findDocumentRow(app.database, rootId, id)) === undefined) await forgetFiles(app.database, [name])
  return false
}

export async function storeConsent(
  tx: Transaction,
  secrets: Secrets,
  consent: {
    readonly transactionId: string
    readonly subject: 'insurance'
    readonly accepted: boolean
    readonly origin: Origin
  },
  now: Date,
): Promise<void> {
  const { transactionId, subject, accepted, origin } = consent
  const { key, rootId } = await getRoot(tx, secrets, transactionId)
  const originBox = seal(key, `onboarding_consents.origin:${rootId}`, JSON.stringify(origin))
  await insertConsent(tx, { rootId, subject, accepted, answeredAt: now, originBox })
}

interface Signature {
  readonly transactionId: string
  /** SHA-256, in hexadecimal, of the contract that the customer saw. */
  readonly contractHash: string
  readonly codeId: string
  readonly origin: Origin
}

/** Reads the pictures in the same transaction instead of taking them from the caller. Returns their hashes. */
export async function storeSignature(
  tx: Transaction,
  secrets: Secrets,
  signature: Signature,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const { transactionId, contractHash, codeId, origin } = signature
  const [{ key }, shown] = await Promise.all([
    getRoot(tx, secrets, transactionId),
    listDocuments(tx, transactionId),
  ])
  const documents = Object.fromEntries(shown.map(({ kind, sha256 }) => [kind, sha256]))
  await insertSignature(tx, {
    transactionId,
    contractHash: Buffer.from(contractHash, 'hex'),
    codeId,
    signedAt: now,
    originBox: seal(key, signatureContext(transactionId), JSON.stringify(origin)),
    documents,
  })
  return documents
}

export async function findSignature(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<
  (Signature & { readonly signedAt: Date; readonly documents: Readonly<Record<string, string>> }) | undefined
> {
  const row = await findSignatureRow(db, transactionId)
  if (row === undefined) return undefined
  const { key } = await getRoot(db, secrets, transactionId)
  const { codeId, signedAt, documents } = row
  const contractHash = row.contractHash.toString('hex')
  const origin = JSON.parse(open(key, signatureContext(transactionId), row.originBox).toString()) as Origin
  return { transactionId, contractHash, codeId, signedAt, documents, origin }
}

const signatureContext = (transactionId: string): string => `signatures.origin:${transactionId}`

/** All evidence of the signature of a contract, with its pictures; undefined when it was not signed. */
export function exportEvidence(app: App, transactionId: string): Promise<string | undefined> {
  return composeEvidence(app, transactionId, rootId => openPictures(app, rootId))
}

async function openPictures(app: App, transactionId: string) {
  const pictures = []
  for (const { id, kind } of await listDocuments(app.database, transactionId)) {
    const document = await openDocument(app, transactionId, id)
    if (document !== undefined) pictures.push({ kind, ...document })
  }
  return pictures
}
