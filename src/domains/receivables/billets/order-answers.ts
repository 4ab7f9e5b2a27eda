import { newId } from '../../../kernel/ids.ts'
import type { Statement, Transaction } from '../../../platform/db/database.ts'
import type { BankReport, Registration } from './billet.ts'
import type { BilletRow } from './billet-row.ts'
import type { BankMovement } from './orders.ts'
import { isOpen } from './store.ts'

/** A refused write-off is sent again in this many files at most; then a person has to look. */
export const MOST_TRIES = 3

type OrderState = 'pending' | 'sent' | 'confirmed' | 'rejected' | 'canceled'

interface KnownOrder {
  readonly id: string
  readonly movement: BankMovement
  readonly state: OrderState
  /** Refusals so far. */
  readonly tries: number
}

/** What a bank's answer changes. */
export interface OrderChanges {
  readonly orders: readonly { readonly id: string; readonly state: OrderState; readonly tries: number }[]
  readonly registration?: Registration
  readonly opens?: 'REJECTED' | 'WRITE_OFF_REFUSED'
}

const NOTHING: OrderChanges = { orders: [] }

const LOCK_ORDERS: Statement = {
  name: 'bank-orders.lock-of-billet',
  text: 'SELECT id, movement, state, tries FROM bank_orders WHERE billet_id = $1 ORDER BY id FOR UPDATE',
}
const CHANGE_ORDERS: Statement = {
  name: 'bank-orders.change',
  text: `UPDATE bank_orders o SET state = c.state, tries = c.tries, reasons = $4,
      file_sequence = CASE c.state WHEN 'pending' THEN NULL ELSE o.file_sequence END
    FROM unnest($1::text[], $2::text[], $3::smallint[]) AS c(id, state, tries) WHERE o.id = c.id`,
}
const SET_REGISTRATION: Statement = {
  name: 'billets.set-registration',
  text: 'UPDATE billets SET registration = $2 WHERE id = $1',
}
const OPEN_CASE: Statement = {
  name: 'registration-cases.open',
  text: `INSERT INTO registration_cases (id, billet_id, kind, reasons, opened_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (billet_id, kind) WHERE closed_at IS NULL DO UPDATE SET reasons = excluded.reasons`,
}

/** Applies a report to the orders of its locked billet. */
export async function answerOrder(
  tx: Transaction,
  billet: BilletRow,
  report: BankReport,
  now: Date,
): Promise<void> {
  if (!mayAnswer(billet, report)) return
  const orders = await tx.run<KnownOrder>(LOCK_ORDERS, [billet.id])
  const changes = computeOrderChanges(report.kind, orders)
  if (changes.orders.length > 0)
    tx.send(CHANGE_ORDERS, [
      changes.orders.map(({ id }) => id),
      changes.orders.map(({ state }) => state),
      changes.orders.map(({ tries }) => tries),
      report.reasons,
    ])
  if (changes.registration !== undefined) tx.send(SET_REGISTRATION, [billet.id, changes.registration])
  if (changes.opens === undefined || (changes.opens === 'REJECTED' && !isOpen(billet))) return
  tx.send(OPEN_CASE, [newId(now.getTime()), billet.id, changes.opens, report.reasons, now])
}

/** Most reports are payments of registered billets, and answer nothing. */
const mayAnswer = ({ registration }: BilletRow, { kind, method }: BankReport): boolean =>
  kind === 'paid' ? method === 'BILLET' && registration === 'pending' : kind !== 'other'

/**
 * A bank may confirm an order that is not marked as sent (a file sent twice, a crash after sending), but never one that
 * was answered. A rejection does not name its order: one of an entry is about the registration first, one of an
 * instruction about the write-off.
 */
export function computeOrderChanges(kind: BankReport['kind'], orders: readonly KnownOrder[]): OrderChanges {
  const register = orders.find(({ movement }) => movement === 'register')
  const writeOff = orders.find(({ movement }) => movement === 'write-off')
  const registerWaits = register !== undefined && isUnanswered(register)
  const writeOffWaits = writeOff !== undefined && isUnanswered(writeOff)
  switch (kind) {
    case 'registered':
    case 'paid':
      return confirmRegistration(register, writeOff)
    case 'written-off':
      return writeOffWaits ? { orders: [{ ...writeOff, state: 'confirmed' }] } : NOTHING
    case 'rejected':
      if (registerWaits) return rejectRegistration(register, writeOff)
      return writeOffWaits ? refuseWriteOff(writeOff, register) : NOTHING
    case 'refused':
      if (writeOff?.state === 'sent') return refuseWriteOff(writeOff, register)
      return registerWaits ? rejectRegistration(register, writeOff) : NOTHING
    case 'other':
      return NOTHING
  }
}

const isUnanswered = ({ state }: KnownOrder): boolean => state === 'pending' || state === 'sent'

/** The bank knows a title whose registration was taken back: then it has to be written off after all. */
function confirmRegistration(
  register: KnownOrder | undefined,
  writeOff: KnownOrder | undefined,
): OrderChanges {
  if (register?.state !== 'canceled')
    return register !== undefined && isUnanswered(register)
      ? { orders: [{ ...register, state: 'confirmed' }], registration: 'registered' }
      : NOTHING
  const writeOffs = writeOff?.state === 'canceled' ? [{ ...writeOff, state: 'pending' as const }] : []
  return { orders: [{ ...register, state: 'confirmed' }, ...writeOffs], registration: 'registered' }
}

/** Nothing is left to write off. */
function rejectRegistration(register: KnownOrder, writeOff: KnownOrder | undefined): OrderChanges {
  const writeOffs = writeOff && isUnanswered(writeOff) ? [{ ...writeOff, state: 'canceled' as const }] : []
  return {
    orders: [{ ...register, state: 'rejected' }, ...writeOffs],
    registration: 'rejected',
    opens: 'REJECTED',
  }
}

function refuseWriteOff(writeOff: KnownOrder, register: KnownOrder | undefined): OrderChanges {
  if (register?.state === 'rejected') return { orders: [{ ...writeOff, state: 'canceled' }] }
  const tries = writeOff.tries + 1
  if (tries < MOST_TRIES) return { orders: [{ ...writeOff, tries, state: 'pending' }] }
  return { orders: [{ ...writeOff, tries, state: 'rejected' }], opens: 'WRITE_OFF_REFUSED' }
}
