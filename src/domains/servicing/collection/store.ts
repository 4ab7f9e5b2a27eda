import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import type { CollectionStep } from './steps.ts'

/** `overdue`: the retailer is told. */
export type TakenStep = CollectionStep | 'overdue'

export interface Progress {
  readonly dueDate: CalendarDate
  readonly billetId: string
}

const LOCK_PROGRESS: Statement = {
  name: 'collection-progress.lock',
  text: `SELECT due_date AS "dueDate", billet_id AS "billetId" FROM collection_progress WHERE step = $1 FOR UPDATE`,
}
const SAVE_PROGRESS: Statement = {
  name: 'collection-progress.save',
  text: `INSERT INTO collection_progress AS p (step, due_date, billet_id) VALUES ($1, $2, $3)
    ON CONFLICT (step) DO UPDATE SET due_date = excluded.due_date, billet_id = excluded.billet_id
      WHERE (excluded.due_date, excluded.billet_id) > (p.due_date, p.billet_id)`,
}
const INSERT_STEP: Statement = {
  name: 'collection-steps.insert',
  text: `INSERT INTO collection_steps (transaction_id, installment_number, step, outcome, taken_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING step`,
}
const LIST_STEPS: Statement = {
  name: 'collection-steps.list',
  text: `SELECT transaction_id AS "transactionId", installment_number AS "installmentNumber", step, outcome,
      taken_at AS "takenAt"
    FROM collection_steps WHERE transaction_id = ANY ($1::text[]) ORDER BY taken_at, installment_number, step`,
}
const LOCK_CUSTOMER: Statement = {
  name: 'collection.lock-customer',
  text: `SELECT pg_advisory_xact_lock(hashtext('collection'), hashtext(encode($1::bytea, 'hex')))`,
}

/** How far a step has come; undefined before its first run. */
export async function lockProgress(tx: Transaction, step: TakenStep): Promise<Progress | undefined> {
  return (await tx.run<Progress>(LOCK_PROGRESS, [step]))[0]
}

/** Never backwards, whoever else works on the same step. */
export function saveProgress(tx: Transaction, step: TakenStep, { dueDate, billetId }: Progress): void {
  tx.send(SAVE_PROGRESS, [step, dueDate, billetId])
}

export interface StepOf {
  readonly transactionId: string
  readonly installmentNumber: number
  readonly step: TakenStep
  readonly outcome: 'done' | 'skipped'
  readonly takenAt: Date
}

/** False when the step was taken before. */
export async function insertStep(tx: Transaction, taken: StepOf): Promise<boolean> {
  const { transactionId, installmentNumber, step, outcome, takenAt } = taken
  return (await tx.run(INSERT_STEP, [transactionId, installmentNumber, step, outcome, takenAt])).length > 0
}

/** The oldest first. */
export function listSteps(db: Queryable, transactionIds: readonly string[]): Promise<StepOf[]> {
  return db.run<StepOf>(LIST_STEPS, [transactionIds])
}

/** Serialises the contacts of one customer until the transaction ends, so that each counts the others. */
export async function lockCustomer(tx: Transaction, cpfIndex: Buffer): Promise<void> {
  await tx.run(LOCK_CUSTOMER, [cpfIndex])
}
