import { createHash } from 'node:crypto'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { computeCanonicalJson } from '../../platform/http/canonical-json.ts'
import type { Agreement } from './agreement.ts'
import { sealStatement } from './seal.ts'
import type { SignatureStatement } from './statement.ts'

const SALT_BYTES = 16

const INSERT: Statement = {
  name: 'signed-contracts.insert',
  text: `INSERT INTO signed_contracts (transaction_id, key_salt, agreement_box, pdf_box, statement_box, seal, signed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const SELECT: Statement = {
  name: 'signed-contracts.find',
  text: `SELECT key_salt AS "keySalt", agreement_box AS "agreementBox", pdf_box AS "pdfBox", statement_box AS "statementBox", seal
    FROM signed_contracts WHERE transaction_id = $1`,
}
const SELECT_TEXTS: Statement = {
  name: 'signed-contracts.find-texts',
  text: `SELECT key_salt AS "keySalt", agreement_box AS "agreementBox", statement_box AS "statementBox"
    FROM signed_contracts WHERE transaction_id = $1`,
}

const DELETE: Statement = {
  name: 'signed-contracts.forget',
  text: 'DELETE FROM signed_contracts WHERE transaction_id = ANY ($1)',
}

export interface SignedContract {
  readonly agreement: Agreement
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
  { agreement, statement, pdf }: Omit<SignedContract, 'seal'>,
): Promise<void> {
  const { transactionId } = agreement
  const salt = takeRandomBytes(SALT_BYTES)
  const key = secrets.deriveDataKey(salt)
  await tx.run(INSERT, [
    transactionId,
    salt,
    seal(key, contextOf('agreement', transactionId), computeCanonicalJson(agreement)),
    seal(key, contextOf('pdf', transactionId), pdf),
    seal(key, contextOf('statement', transactionId), computeCanonicalJson(statement)),
    sealStatement(secrets.evidence, statement),
    new Date(statement.signedAt),
  ])
}

interface TextRow {
  readonly keySalt: Buffer
  readonly agreementBox: Buffer
  readonly statementBox: Buffer
}

/** Leaves out the document, which is large. */
export async function findSignedTexts(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<Pick<SignedContract, 'agreement' | 'statement'> | undefined> {
  const [row] = await db.run<TextRow>(SELECT_TEXTS, [transactionId])
  return row && openTexts(secrets, transactionId, row)
}

export async function findSignedContract(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<SignedContract | undefined> {
  const [row] = await db.run<TextRow & { pdfBox: Buffer; seal: Buffer }>(SELECT, [transactionId])
  if (row === undefined) return undefined
  const key = secrets.deriveDataKey(row.keySalt)
  const pdf = open(key, contextOf('pdf', transactionId), row.pdfBox)
  return { ...openTexts(secrets, transactionId, row), pdf, seal: row.seal }
}

export async function forgetSignedContracts(
  tx: Transaction,
  transactionIds: readonly string[],
): Promise<void> {
  await tx.run(DELETE, [transactionIds])
}

function openTexts(secrets: Secrets, transactionId: string, row: TextRow) {
  const key = secrets.deriveDataKey(row.keySalt)
  const read = (part: string, box: Buffer): unknown =>
    JSON.parse(open(key, contextOf(part, transactionId), box).toString())
  return {
    agreement: read('agreement', row.agreementBox) as Agreement,
    statement: read('statement', row.statementBox) as SignatureStatement,
  }
}

const contextOf = (part: string, transactionId: string): string => `signed_contracts.${part}:${transactionId}`
