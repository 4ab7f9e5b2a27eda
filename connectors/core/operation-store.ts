import { defineMac } from '../../src/platform/crypto/row-mac.ts'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'
import { replaceNulls, type WithoutNulls } from '../../src/platform/db/nulls.ts'
import type { OperationKind } from './payment-states.ts'

/** intended: committed before anything was called. unknown: called, and no answer came. */
export type OperationState = 'intended' | 'unknown' | 'done' | 'refused'

interface OperationRow {
  readonly paymentId: string
  readonly kind: OperationKind
  /** Of the platform. */
  readonly requestId: string
  /** What the platform is told as the id of what was done. */
  readonly reference: string
  readonly amountCentavos: number
  /** That leave the purchase; empty for all of it. */
  readonly products: readonly string[]
  readonly state: OperationState
  readonly code: string | null
  readonly askedAt: Date
  readonly answeredAt: Date | null
}

export type Operation = WithoutNulls<OperationRow>

const COLUMNS = `o.payment_id, o.kind, o.request_id, o.reference, o.amount_centavos, o.products, o.state, o.code, o.asked_at, o.answered_at, o.mac`

const INSERT: Statement = {
  name: 'connector-operations.insert',
  text: `INSERT INTO connector_operations (payment_id, kind, request_id, reference, amount_centavos, products, state, code, asked_at,
      answered_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}
const UPDATE: Statement = {
  name: 'connector-operations.update',
  text: `UPDATE connector_operations SET state = $4, code = $5, answered_at = $6, mac = $7
    WHERE payment_id = $1 AND kind = $2 AND request_id = $3 AND state IN ('intended', 'unknown')`,
}
const LIST: Statement = {
  name: 'connector-operations.list',
  text: `SELECT ${COLUMNS} FROM connector_operations o WHERE o.payment_id = $1 ORDER BY o.reference`,
}
const LIST_OPEN: Statement = {
  name: 'connector-operations.list-open',
  text: `SELECT ${COLUMNS} FROM connector_operations o WHERE o.state IN ('intended', 'unknown') AND o.asked_at < $1
    ORDER BY o.asked_at LIMIT $2`,
}

const operationMac = defineMac<OperationRow>(
  'connector_operations',
  row => [
    row.reference,
    row.paymentId,
    row.kind,
    row.requestId,
    row.amountCentavos,
    row.products,
    row.state,
    row.code,
    row.askedAt,
    row.answeredAt,
  ],
  row => row.reference,
)

type StoredRow = OperationRow & { readonly mac: Buffer }

export async function insertOperation(
  tx: Transaction,
  secrets: Secrets,
  operation: Operation,
): Promise<void> {
  const row = toRow(operation)
  await tx.run(INSERT, [
    row.paymentId,
    row.kind,
    row.requestId,
    row.reference,
    row.amountCentavos,
    row.products,
    row.state,
    row.code,
    row.askedAt,
    row.answeredAt,
    operationMac.compute(secrets, row),
  ])
}

/** An operation that was answered stays as it is. */
export async function updateOperation(
  tx: Transaction,
  secrets: Secrets,
  operation: Operation,
): Promise<void> {
  const row = toRow(operation)
  await tx.run(UPDATE, [
    row.paymentId,
    row.kind,
    row.requestId,
    row.state,
    row.code,
    row.answeredAt,
    operationMac.compute(secrets, row),
  ])
}

export async function listOperations(
  db: Queryable,
  secrets: Secrets,
  paymentId: string,
): Promise<readonly Operation[]> {
  return (await db.run<StoredRow>(LIST, [paymentId])).map(row => toOperation(secrets, row))
}

export async function listOpenOperations(
  db: Queryable,
  secrets: Secrets,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<readonly Operation[]> {
  return (await db.run<StoredRow>(LIST_OPEN, [before, limit])).map(row => toOperation(secrets, row))
}

function toRow(operation: Operation): OperationRow {
  const { code = null, answeredAt = null } = operation
  return { ...operation, code, answeredAt }
}

function toOperation(secrets: Secrets, stored: StoredRow): Operation {
  const { mac: _, ...row } = operationMac.check(secrets, stored)
  return replaceNulls({ ...row })
}
