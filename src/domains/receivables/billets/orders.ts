import type { Transaction } from '../../../platform/db/database.ts'
import type { BankReport } from './billet.ts'
import type { BilletRow } from './store/billet-row.ts'
import { isOpen } from './store/billets.ts'
import {
  type BankOrder,
  type KnownOrder,
  lockOrders,
  type OrderChanges,
  saveOrderChanges,
} from './store/orders.ts'

/** The lender's bank. Its answers, immediate or days later, come back as reports. */
export interface Bank {
  /** Orders that the bank does not accept yet stay pending. */
  accepts(order: BankOrder): Promise<boolean>
  send(orders: readonly BankOrder[]): Promise<readonly BankReport[]>
}

/** A refused write-off is sent again in this many files at most; then a person has to look. */
const MOST_TRIES = 3

const NOTHING: OrderChanges = { orders: [] }

/** Applies a report to the orders of its locked billet. */
export async function answerOrder(
  tx: Transaction,
  billet: BilletRow,
  report: BankReport,
  now: Date,
): Promise<void> {
  if (!mayAnswer(billet, report)) return
  const changes = computeOrderChanges(report.kind, await lockOrders(tx, billet.id))
  const { opens, ...others } = changes
  const isNeedless = opens === 'REJECTED' && !isOpen(billet)
  saveOrderChanges(tx, billet.id, isNeedless ? others : changes, report.reasons, now)
}

/** Most reports are payments of registered billets, and answer nothing. */
const mayAnswer = ({ registration }: BilletRow, { kind, method }: BankReport): boolean =>
  kind === 'paid' ? method === 'BILLET' && registration === 'pending' : kind !== 'other'

/**
 * A bank may confirm an order that is not marked as sent (a file sent twice, a crash after sending), but never one that
 * was answered. A rejection does not name its order: one of an entry is about the registration first, one of an
 * instruction about the write-off.
 */
function computeOrderChanges(kind: BankReport['kind'], orders: readonly KnownOrder[]): OrderChanges {
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
