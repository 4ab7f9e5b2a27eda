import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Agreement } from './agreement.ts'
import { sealStatement } from './seal.ts'

/**
 * What the release changed of a signed contract: it becomes part of it. Nothing personal, so it is stored as it is. The
 * service signs it once, when the credit is released.
 */
export interface ReleaseStatement {
  readonly format: 'crediario-release-1'
  readonly transactionId: string
  /** SHA-256 of the agreement that was signed. */
  readonly contractHash: string
  /** The day whose schedule the agreement shows. */
  readonly signedFor: CalendarDate
  readonly releasedOn: CalendarDate
  readonly iofCentavos: Centavos
  /** What the tax grew by, which the customer does not pay. */
  readonly iofByLenderCentavos: Centavos
  readonly principalCentavos: Centavos
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPM: number
  readonly cetPA: number
  readonly installments: Agreement['installments']
  readonly totalCentavos: Centavos
}

export interface SealedRelease {
  readonly statement: ReleaseStatement
  readonly seal: Buffer
}

const INSERT: Statement = {
  name: 'release-statements.insert',
  text: 'INSERT INTO release_statements (transaction_id, statement, seal, released_on) VALUES ($1, $2, $3, $4)',
}
const SELECT: Statement = {
  name: 'release-statements.find',
  text: 'SELECT statement, seal FROM release_statements WHERE transaction_id = $1',
}

/** Must run in the transaction that releases the credit. */
export function storeReleaseStatement(tx: Transaction, secrets: Secrets, statement: ReleaseStatement): void {
  tx.send(INSERT, [
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
  const [row] = await db.run<{ statement: string; seal: Buffer }>(SELECT, [transactionId])
  return row && { statement: JSON.parse(row.statement) as ReleaseStatement, seal: row.seal }
}
