import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import { packJson, unpackJson } from '../../platform/crypto/packed-text.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { type BoxKeys, open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import { fileRows } from '../../platform/files/file-rows.ts'
import { composeFileName } from '../../platform/files/files.ts'
import {
  type AddendumStatement,
  type ConfirmationStatement,
  computeStatementHash,
  type ReleaseStatement,
  type SignatureStatement,
  sealStatement,
} from './statements.ts'
import type { ContractTerms } from './terms.ts'

const SALT_BYTES = 16

const INSERT_CONTRACT: Statement = {
  name: 'signed-contracts.insert',
  text: `INSERT INTO signed_contracts (transaction_id, key_salt, agreement_box, pdf_box, statement_box, seal, signed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const SELECT_CONTRACT: Statement = {
  name: 'signed-contracts.find',
  text: `SELECT key_salt, agreement_box, pdf_box, pdf_file,
      statement_box, seal
    FROM signed_contracts WHERE transaction_id = $1`,
}
const SELECT_TEXTS: Statement = {
  name: 'signed-contracts.find-texts',
  text: `SELECT key_salt, agreement_box, statement_box
    FROM signed_contracts WHERE transaction_id = $1`,
}

const LIST_UNFILED: Statement = {
  name: 'signed-contracts.list-unfiled',
  text: `SELECT transaction_id AS id FROM signed_contracts
    WHERE pdf_box IS NOT NULL AND signed_at < $1 ORDER BY signed_at LIMIT $2`,
}
const SET_FILE: Statement = {
  name: 'signed-contracts.set-file',
  text: 'SELECT file_contract($1, $2, $3, $4, $5, $6) AS is_done',
}
const DELETE_CONTRACT: Statement = {
  name: 'signed-contracts.forget',
  text: 'DELETE FROM signed_contracts WHERE transaction_id = ANY ($1)',
}

export interface SignedContract {
  readonly terms: ContractTerms
  readonly statement: SignatureStatement
  /** The signed document, without the evidence of its signature. */
  readonly pdf: Buffer
  readonly seal: Buffer
}

export function computePdfHash(pdf: Buffer): string {
  return createHash('sha256').update(pdf).digest('hex')
}

/** Must run in the transaction that signs. */
export async function storeSignedContract(
  tx: Transaction,
  secrets: Secrets,
  { terms, statement, pdf }: Omit<SignedContract, 'seal'>,
): Promise<void> {
  const { transactionId } = terms
  const salt = takeRandomBytes(SALT_BYTES)
  const key = secrets.deriveDataKey(salt)
  await tx.run(INSERT_CONTRACT, [
    transactionId,
    salt,
    seal(key, contextOf('agreement', transactionId), computeCanonicalJson(terms)),
    seal(key, contextOf('pdf', transactionId), pdf),
    seal(key, contextOf('statement', transactionId), computeCanonicalJson(statement)),
    sealStatement(secrets.evidence, statement),
    new Date(statement.signedAt),
  ])
}

interface TextRow {
  readonly keySalt: Buffer
  /** The terms. */
  readonly agreementBox: Buffer
  readonly statementBox: Buffer
}

/** Leaves out the document, which is large. */
export async function findSignedTexts(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<Pick<SignedContract, 'terms' | 'statement'> | undefined> {
  const [row] = await db.run<TextRow>(SELECT_TEXTS, [transactionId])
  return row && openTexts(secrets, transactionId, row)
}

export async function findSignedContract(
  app: App,
  transactionId: string,
): Promise<SignedContract | undefined> {
  const { database, secrets } = app
  const [row] = await database.run<ContractRow>(SELECT_CONTRACT, [transactionId])
  if (row === undefined) return undefined
  const pdf = await openPdf(app, transactionId, row)
  return { ...openTexts(secrets, transactionId, row), pdf, seal: row.seal }
}

interface ContractRow extends TextRow {
  /** Null once it is a file. */
  readonly pdfBox: Buffer | null
  readonly pdfFile: string | null
  readonly seal: Buffer
}

async function openPdf(
  { secrets, files }: App,
  transactionId: string,
  { keySalt, pdfBox, pdfFile }: ContractRow,
): Promise<Buffer> {
  if (pdfFile !== null) return files.getStored(pdfFile)
  if (pdfBox === null) throw new Error(`the contract of ${transactionId} has no document`)
  return open(secrets.deriveDataKey(keySalt), contextOf('pdf', transactionId), pdfBox)
}

/** Contracts signed before whose document is still in the row, the oldest first. */
async function listUnfiledContracts(db: Queryable, before: Date, limit: number): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_UNFILED, [before, limit])).map(({ id }) => id)
}

/** Makes files of the documents signed before, until the time is over. Returns how many. */
export function fileContracts(app: App, before: Date, endsAt: number): Promise<number> {
  return fileRows(
    limit => listUnfiledContracts(app.database, before, limit),
    id => fileContract(app, id),
    endsAt,
  )
}

/**
 * Makes a file of the document, and packs the texts beside it: not when they are written, because the release before this
 * one reads them too while both run. False when there was nothing to do any more.
 */
export async function fileContract(app: App, transactionId: string): Promise<boolean> {
  const { database, secrets, files } = app
  const [row] = await database.run<ContractRow>(SELECT_CONTRACT, [transactionId])
  if (row === undefined || row.pdfFile !== null) return false
  const pdf = await openPdf(app, transactionId, row)
  const name = await files.putOf(fileOf(transactionId), pdf)
  const { agreementBox, statementBox, keySalt } = row
  const key = secrets.deriveDataKey(keySalt)
  const boxes = [
    ...[agreementBox, packBox(key, contextOf('agreement', transactionId), agreementBox)],
    ...[statementBox, packBox(key, contextOf('statement', transactionId), statementBox)],
  ]
  const [set] = await database.run<{ isDone: boolean }>(SET_FILE, [transactionId, name, ...boxes])
  if (set?.isDone) return true
  // The person was forgotten meanwhile: so is the file.
  if ((await database.run(SELECT_TEXTS, [transactionId])).length === 0) await forgetFiles(database, [name])
  return false
}

/** The keys of files too, whether a row names them yet or not. */
export async function forgetSignedContracts(
  tx: Transaction,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<void> {
  await tx.run(DELETE_CONTRACT, [transactionIds])
  await forgetFiles(
    tx,
    transactionIds.map(id => composeFileName(secrets, fileOf(id))),
  )
}

/** The same box when packing does not make it shorter. */
function packBox(key: BoxKeys, context: string, box: Buffer): Buffer {
  const packed = seal(key, context, packJson(unpackJson(open(key, context, box))))
  return packed.length < box.length ? packed : box
}

function openTexts(secrets: Secrets, transactionId: string, row: TextRow) {
  const key = secrets.deriveDataKey(row.keySalt)
  const read = (part: string, box: Buffer): unknown =>
    JSON.parse(unpackJson(open(key, contextOf(part, transactionId), box)))
  return {
    terms: read('agreement', row.agreementBox) as ContractTerms,
    statement: read('statement', row.statementBox) as SignatureStatement,
  }
}

const fileOf = (transactionId: string): string => `signed_contracts.pdf:${transactionId}`
const contextOf = (part: string, transactionId: string): string => `signed_contracts.${part}:${transactionId}`

const INSERT_READING: Statement = {
  name: 'contract-readings.insert',
  text: `INSERT INTO contract_readings (transaction_id, contract_hash, opened_at) VALUES ($1, $2, $3)
    ON CONFLICT (transaction_id, contract_hash) DO NOTHING`,
}
const EXISTS_READING: Statement = {
  name: 'contract-readings.exists',
  text: 'SELECT 1 FROM contract_readings WHERE transaction_id = $1 AND contract_hash = $2',
}

interface Reading {
  readonly transactionId: string
  readonly contractHash: string
}

/** Opened twice, it keeps the time of the first. */
export async function storeReading(
  db: Queryable,
  { transactionId, contractHash }: Reading,
  now: Date,
): Promise<void> {
  await db.run(INSERT_READING, [transactionId, contractHash, now])
}

export async function isOpened(db: Queryable, { transactionId, contractHash }: Reading): Promise<boolean> {
  return (await db.run(EXISTS_READING, [transactionId, contractHash])).length > 0
}

export interface Addendum {
  readonly retailerId: string
  readonly statement: AddendumStatement
  readonly seal: Buffer
  readonly confirmation:
    | { readonly statement: ConfirmationStatement; readonly seal: Buffer; readonly confirmedAt: Date }
    | undefined
}

const INSERT_ADDENDUM: Statement = {
  name: 'contract-addenda.insert',
  text: `INSERT INTO contract_addenda (transaction_id, retailer_id, statement, seal, made_on)
    VALUES ($1, $2, $3, $4, $5)`,
}
const SELECT_ADDENDUM: Statement = {
  name: 'contract-addenda.find',
  text: `SELECT retailer_id, statement, seal, confirmation, confirmation_seal,
      confirmed_at
    FROM contract_addenda WHERE transaction_id = $1`,
}
const CONFIRM_ADDENDUM: Statement = {
  name: 'contract-addenda.confirm',
  text: `UPDATE contract_addenda SET confirmation = $2, confirmation_seal = $3, confirmed_at = $4
    WHERE transaction_id = $1 AND confirmed_at IS NULL`,
}

interface AddendumRow {
  readonly retailerId: string
  readonly statement: string
  readonly seal: Buffer
  readonly confirmation: string | null
  readonly confirmationSeal: Buffer | null
  readonly confirmedAt: Date | null
}

/** Must run in the transaction that returns the products. */
export function storeAddendum(
  tx: Transaction,
  secrets: Secrets,
  retailerId: string,
  statement: AddendumStatement,
): void {
  tx.send(INSERT_ADDENDUM, [
    statement.transactionId,
    retailerId,
    computeCanonicalJson(statement),
    sealStatement(secrets.evidence, statement),
    statement.madeOn,
  ])
}

/** Undefined for a purchase that replaced none, or one that was not signed. */
export async function findAddendum(db: Queryable, transactionId: string): Promise<Addendum | undefined> {
  const [row] = await db.run<AddendumRow>(SELECT_ADDENDUM, [transactionId])
  if (row === undefined) return undefined
  const { retailerId, statement, seal, confirmation, confirmationSeal, confirmedAt } = row
  const isConfirmed = confirmation !== null && confirmationSeal !== null && confirmedAt !== null
  return {
    retailerId,
    statement: JSON.parse(statement) as AddendumStatement,
    seal,
    confirmation: isConfirmed
      ? { statement: JSON.parse(confirmation) as ConfirmationStatement, seal: confirmationSeal, confirmedAt }
      : undefined,
  }
}

/** Confirmed twice, it keeps the time of the first. Undefined when the purchase has no addendum of this hash. */
export async function confirmAddendum(
  tx: Transaction,
  secrets: Secrets,
  { transactionId, hash }: { readonly transactionId: string; readonly hash: string },
  now: Date,
): Promise<'confirmed' | 'known' | undefined> {
  const addendum = await findAddendum(tx, transactionId)
  if (addendum === undefined || computeStatementHash(addendum.statement) !== hash) return undefined
  if (addendum.confirmation !== undefined) return 'known'
  const { statement } = addendum
  const confirmation: ConfirmationStatement = {
    format: 'crediario-addendum-confirmation-1',
    transactionId: statement.transactionId,
    addendumHash: computeStatementHash(statement),
    confirmedAt: now.toISOString(),
    place: 'account',
  }
  await tx.run(CONFIRM_ADDENDUM, [
    statement.transactionId,
    computeCanonicalJson(confirmation),
    sealStatement(secrets.evidence, confirmation),
    now,
  ])
  return 'confirmed'
}

export interface SealedRelease {
  readonly statement: ReleaseStatement
  readonly seal: Buffer
}

const INSERT_RELEASE: Statement = {
  name: 'release-statements.insert',
  text: 'INSERT INTO release_statements (transaction_id, statement, seal, released_on) VALUES ($1, $2, $3, $4)',
}
const SELECT_RELEASE: Statement = {
  name: 'release-statements.find',
  text: 'SELECT statement, seal FROM release_statements WHERE transaction_id = $1',
}

/** Must run in the transaction that releases the credit. */
export function storeReleaseStatement(tx: Transaction, secrets: Secrets, statement: ReleaseStatement): void {
  tx.send(INSERT_RELEASE, [
    statement.transactionId,
    computeCanonicalJson(statement),
    sealStatement(secrets.evidence, statement),
    statement.releasedOn,
  ])
}

/** Undefined where the release was on the day of the signature: the contract itself says everything then. */
export async function findReleaseStatement(
  db: Queryable,
  transactionId: string,
): Promise<SealedRelease | undefined> {
  const [row] = await db.run<{ statement: string; seal: Buffer }>(SELECT_RELEASE, [transactionId])
  return row && { statement: JSON.parse(row.statement) as ReleaseStatement, seal: row.seal }
}

const LIST_HASHES: Statement = {
  name: 'signatures.list-hashes',
  text: 'SELECT transaction_id, contract_hash FROM signatures WHERE transaction_id = ANY ($1::text[])',
}

/** By transaction: the hash of the contract that its customer signed. */
export async function findSignedHashes(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db.run<{ transactionId: string; contractHash: Buffer }>(LIST_HASHES, [transactionIds])
  return new Map(rows.map(({ transactionId, contractHash }) => [transactionId, contractHash]))
}
