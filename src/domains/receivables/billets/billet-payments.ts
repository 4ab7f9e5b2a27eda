import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import {
  type Credit,
  creditBeyond,
  creditInFull,
  creditInParts,
  describeReduction,
  describeWaiver,
  nameWaiver,
  type OpenBillet,
  type Payment,
  sumUnpaid,
} from './credit.ts'
import { type BilletDebt, findFace, isPaidInPart } from './debt.ts'
import type { BilletRow } from './store/billet-row.ts'
import { changeBillets, isOpen, listContractBillets, lockContractBillets, markPaid } from './store/billets.ts'
import { placeOrders } from './store/orders.ts'
import { insertPayments, insertWaivers, listParts } from './store/recorded-payments.ts'

/** The contract's billets of the same kind that are neither paid nor canceled, the oldest first. Throws ForgedRow. */
export async function lockOpenBillets(
  tx: Transaction,
  secrets: Secrets,
  { transactionId, kind }: Pick<BilletRow, 'transactionId' | 'kind'>,
): Promise<OpenBillet[]> {
  const rows = await lockContractBillets(tx, secrets, transactionId)
  const open = rows.filter(row => row.kind === kind && isOpen(row))
  return addParts(tx, secrets, open, rows)
}

/**
 * Opens the billets again that were canceled at that moment, because an agreement took their debt over. The bank has
 * written them off: others are to be issued in their place, in the same transaction. Earlier ones have another in their
 * place, which the moment alone does not tell: a second copy may be asked for in the millisecond of the agreement.
 */
export async function reviveBillets(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
  canceledAt: Date,
): Promise<void> {
  const rows = await lockContractBillets(tx, secrets, transactionId)
  const replaced = new Set(rows.map(({ replaces }) => replaces))
  const suspended = rows.filter(
    row =>
      row.kind === 'installment' &&
      row.paymentStatus === 'PENDING' &&
      row.canceledAt?.getTime() === canceledAt.getTime() &&
      !replaced.has(row.id),
  )
  changeBillets(
    tx,
    secrets,
    suspended.map(billet => ({ billet, to: { canceledAt: null } })),
  )
}

/** What a payment pays: its own billet, which is locked, or in part the oldest ones of its contract, which are then too. */
export async function lockCredit(
  tx: Transaction,
  secrets: Secrets,
  billet: BilletRow,
  payment: Payment,
): Promise<Credit> {
  const [own = { billet, parts: [] }] = await addParts(tx, secrets, [billet])
  const full = creditInFull(own, payment)
  if (full !== undefined && (full.excessCentavos === 0 || billet.claimedFrom === null)) return full
  const open = await lockOpenBillets(tx, secrets, billet)
  if (full === undefined) return creditInParts(open, payment)
  const others = open.filter(each => each.billet.id !== billet.id)
  return creditBeyond(full, others, payment)
}

/** Locked billets with what was paid on them in parts. `contract` are all billets of their contract. */
async function addParts(
  tx: Transaction,
  secrets: Secrets,
  billets: readonly BilletRow[],
  contract?: readonly BilletRow[],
): Promise<OpenBillet[]> {
  const begun = billets.filter(billet => isPaidInPart(billet) || billet.originalId !== null)
  const [first] = begun
  if (first === undefined) return billets.map(billet => ({ billet, parts: [] }))
  const all = contract ?? (await listContractBillets(tx, secrets, first.transactionId))
  const debts = new Set(begun.map(nameDebt))
  const debtOf = new Map(all.filter(row => debts.has(nameDebt(row))).map(row => [row.id, nameDebt(row)]))
  const parts = await listParts(tx, secrets, [...debtOf.keys()])
  return billets.map(billet => ({
    billet,
    parts: parts.filter(({ billetId }) => debtOf.get(billetId) === nameDebt(billet)),
  }))
}

const nameDebt = ({ id, originalId }: BilletRow): string => originalId ?? id

/** A credit, and the payment that it is for. */
export interface AppliedCredit {
  readonly credit: Credit
  /** Of the ledger entry. */
  readonly reference: string
  readonly reportReference: string
  readonly paidOn: CalendarDate
  readonly paidAt: Date
  /** The billet whose title the bank has settled itself; it is asked to refuse payments of any other that is paid now. */
  readonly settles: string | undefined
  /** A billet without a debt of its own, which the payment was made for: it is paid by any amount. */
  readonly fulfils?: BilletRow | undefined
}

/**
 * Writes what credits of different contracts pay on locked billets, in few statements: the database checks a row much
 * faster than it prepares to check rows. It refuses a billet that is paid or canceled.
 */
export function applyCredits(
  tx: Transaction,
  secrets: Secrets,
  applied: readonly AppliedCredit[],
  now: Date,
): void {
  const rows = applied.flatMap(({ credit, ...payment }) =>
    credit.allocations.map(allocation => ({ ...allocation, ...payment })),
  )
  const parts = rows.map(({ reference, billet, imputation, paidOn, ...unpaid }) => ({
    ...imputation,
    reference,
    billetId: billet.id,
    paidOn,
    discountCentavos: sumUnpaid(unpaid) ?? 0,
  }))
  const waivers = rows.flatMap(({ billet, reference, paidOn, waived }) =>
    waived === undefined ? [] : [{ billet, reference: nameWaiver(reference), waivedOn: paidOn, ...waived }],
  )
  insertPayments(tx, secrets, [...parts, ...waivers.flatMap(describeReduction)])
  insertWaivers(tx, secrets, waivers.map(describeWaiver))
  const fulfilled = applied.flatMap(({ credit: _, fulfils, ...payment }) =>
    fulfils === undefined ? [] : [{ billet: fulfils, ...payment }],
  )
  const paid = [...rows.filter(({ left }) => left === undefined), ...fulfilled]
  changeBillets(tx, secrets, [
    ...rows.flatMap(({ billet, left }) =>
      left === undefined ? [] : [{ billet, to: describeLeft(billet, left) }],
    ),
    ...paid.map(({ billet, paidAt, reportReference }) => ({ billet, to: markPaid(paidAt, reportReference) })),
  ])
  const toWriteOff = paid.filter(({ billet, settles }) => billet.id !== settles)
  placeOrders(
    tx,
    'write-off',
    toWriteOff.map(({ billet }) => billet),
    now,
  )
}

/** What a part payment makes of its billet. */
export function describeLeft(
  billet: BilletRow,
  left: BilletDebt,
): Pick<BilletRow, 'partPaidCentavos' | 'openFineCentavos' | 'openInterestCentavos' | 'interestFrom'> {
  const { openFaceCentavos, openFineCentavos = null, openInterestCentavos, interestFrom, dueDate } = left
  return {
    partPaidCentavos: findFace(billet) - openFaceCentavos,
    openFineCentavos,
    openInterestCentavos,
    interestFrom: interestFrom === dueDate ? null : interestFrom,
  }
}
