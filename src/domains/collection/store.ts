import type { MessageChannel } from '../../contract/messages.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { FormalNotice, FormalNoticeKind } from './formal-notices.ts'
import type { CollectionStep } from './steps.ts'

/** `overdue`: the retailer is notified. */
export type TakenStep = CollectionStep | 'overdue'

export interface Progress {
  readonly dueDate: CalendarDate
  readonly billetId: string
}

const LOCK_PROGRESS: Statement = {
  name: 'collection-progress.lock',
  text: `SELECT due_date, billet_id FROM collection_progress WHERE step = $1 FOR UPDATE`,
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
  text: `SELECT transaction_id, installment_number, step, outcome,
      taken_at
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

/** Never backwards, even if another worker handles the same step. */
export function saveProgress(tx: Transaction, step: TakenStep, { dueDate, billetId }: Progress): void {
  tx.send(SAVE_PROGRESS, [step, dueDate, billetId])
}

interface StepOf {
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

const NOTICE_COLUMNS = `id, transaction_id, kind, due_date, serving, asked_at, sent_at,
  channel, provider_id, delivered_at, receipt, due_at`

const INSERT_NOTICE: Statement = {
  name: 'formal-notices.insert',
  text: `INSERT INTO formal_notices (id, transaction_id, kind, due_date, serving, asked_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6)
    ON CONFLICT (transaction_id, kind, due_date, serving) DO NOTHING RETURNING id`,
}
const LIST_NOTICES: Statement = {
  name: 'formal-notices.list',
  text: `SELECT ${NOTICE_COLUMNS} FROM formal_notices WHERE transaction_id = ANY ($1::text[]) ORDER BY asked_at, id`,
}
const LIST_UNPROVEN: Statement = {
  name: 'formal-notices.list-unproven',
  text: `SELECT ${NOTICE_COLUMNS} FROM formal_notices WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2`,
}
const SAVE_PROOF: Statement = {
  name: 'formal-notices.save-proof',
  text: `UPDATE formal_notices SET sent_at = $2, channel = $3, provider_id = $4, delivered_at = $5, receipt = $6, due_at = $7
    WHERE id = $1 AND delivered_at IS NULL`,
}

/** Undefined when the same serving of the notice was recorded before. */
export async function insertFormalNotice(
  tx: Transaction,
  notice: {
    readonly transactionId: string
    readonly kind: FormalNoticeKind
    readonly dueDate: CalendarDate
    readonly serving: number
  },
  now: Date,
): Promise<string | undefined> {
  const { transactionId, kind, dueDate, serving } = notice
  const id = newId(now.getTime())
  const inserted = await tx.run(INSERT_NOTICE, [id, transactionId, kind, dueDate, serving, now])
  return inserted.length > 0 ? id : undefined
}

/** By contract, the oldest first. */
export async function listFormalNotices(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, FormalNotice[]>> {
  const notices = await db.run<FormalNotice>(LIST_NOTICES, [transactionIds])
  return Map.groupBy(notices, ({ transactionId }) => transactionId)
}

/** Notices whose proof of delivery is to be checked now. */
export function listUnprovenNotices(db: Queryable, now: Date, limit: number): Promise<FormalNotice[]> {
  return db.run<FormalNotice>(LIST_UNPROVEN, [now, limit])
}

/** What is known of a notice on its way. */
export interface NoticeProof {
  readonly sentAt: Date | null
  readonly channel: MessageChannel | null
  readonly providerId: string | null
  readonly deliveredAt: Date | null
  readonly receipt: string | null
  /** When to look again; null: nothing more will be known. */
  readonly lookAgainAt: Date | null
}

export async function saveNoticeProof(db: Queryable, id: string, proof: NoticeProof): Promise<void> {
  const { sentAt, channel, providerId, deliveredAt, receipt, lookAgainAt } = proof
  await db.run(SAVE_PROOF, [id, sentAt, channel, providerId, deliveredAt, receipt, lookAgainAt])
}
