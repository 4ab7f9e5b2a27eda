import type { TransferBlockerCode } from '../../contract/orders.ts'
import { type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Invoice } from '../invoices/index.ts'
import { type PayoutOrder, PROGRAM, RECENT_ACCOUNT_MS } from '../payouts/index.ts'
import { computeTransfer, isTransferUnderWay, type Purchase } from '../purchases/index.ts'
import { computeSettlementDay, type RetailerPayout } from '../retailers/index.ts'

/** What has to happen before a shop is paid for an order. */
export interface Blocker {
  readonly code: TransferBlockerCode
  readonly since?: Date | undefined
  /** When it ends by itself. */
  readonly until?: Date | undefined
  readonly amountCentavos?: Centavos | undefined
  readonly reason?: string | undefined
}

/** Everything that decides it. */
export interface TransferFacts {
  readonly purchase: Purchase
  readonly needsInvoice: boolean
  /** The newest. */
  readonly invoice: Invoice | undefined
  readonly payout: RetailerPayout
  /** The newest order that pays for it. */
  readonly order: PayoutOrder | undefined
  /** Since when no money leaves. */
  readonly heldAt: Date | undefined
  readonly owedBackCentavos: Centavos
}

/** In the order in which they are met; the first one is what the transfer waits for. Empty once it was made. */
export function listBlockers(facts: TransferFacts, now: Date): Blocker[] {
  const { purchase } = facts
  if (purchase.transferedAt !== undefined) return []
  const end = findEnd(purchase)
  if (end !== undefined) return [end]
  const sale = findSale(purchase)
  if (sale !== undefined) return [sale, ...listInvoiceBlockers(facts), ...listShopBlockers(facts, now)]
  if (purchase.transferOrderedAt !== undefined) return listOrderBlockers(facts)
  if (computeTransfer(purchase) <= 0) return [{ code: 'NOTHING_DUE' }]
  const returned = findFailure(facts)
  if (returned !== undefined) return [returned, ...listShopBlockers(facts, now)]
  return [...listInvoiceBlockers(facts), ...listShopBlockers(facts, now), ...listDays(facts, now)]
}

/** On which day the transfer is ordered while nothing else happens; undefined while something blocks it. */
export function findExpectedDay({ purchase, payout }: TransferFacts, now: Date): CalendarDate | undefined {
  const { transferDueAt, transferOrderedAt } = purchase
  if (transferOrderedAt !== undefined) return calendarDateAt(transferOrderedAt)
  if (transferDueAt === undefined) return undefined
  const day = computeSettlementDay(payout.schedule, calendarDateAt(transferDueAt))
  const today = calendarDateAt(now)
  return day < today ? today : day
}

/** Nothing will ever be transferred. A purchase that ended after its transfer was ordered is owed back. */
function findEnd(purchase: Purchase): Blocker | undefined {
  const { status, canceledAt, changedAt, renegotiates } = purchase
  if (renegotiates !== undefined) return { code: 'AGREEMENT' }
  const isEnded = status === 'CANCELED' || status === 'ABANDONED' || status === 'PROCESSING_CANCEL'
  return isEnded && !isTransferUnderWay(purchase)
    ? { code: 'ENDED', since: canceledAt ?? changedAt }
    : undefined
}

/** The sale is not complete. */
function findSale({ status, step, changedAt, deadlineAt, signedAt }: Purchase): Blocker | undefined {
  if (status !== 'PENDING') return undefined
  if (step === 'ASYNC_ANALYSE' || step === 'DESK')
    return { code: 'IN_ANALYSIS', since: changedAt, until: deadlineAt }
  if (step === 'ENTRY')
    return { code: 'DOWN_PAYMENT_UNPAID', since: signedAt ?? changedAt, until: deadlineAt }
  return { code: 'NOT_SIGNED', until: deadlineAt }
}

function listInvoiceBlockers({ needsInvoice, invoice, purchase }: TransferFacts): Blocker[] {
  if (!needsInvoice || purchase.transferDueAt !== undefined) return []
  switch (invoice?.state) {
    case 'VALIDATED':
      return []
    case 'RECEIVED':
    case 'DESK':
      return [{ code: 'INVOICE_UNDER_REVIEW', since: invoice.receivedAt }]
    case 'REFUSED':
      return [
        {
          code: 'INVOICE_REFUSED',
          since: invoice.decidedAt ?? undefined,
          reason: invoice.message ?? invoice.code ?? undefined,
        },
      ]
    default:
      return [{ code: 'INVOICE_MISSING', since: purchase.completedAt }]
  }
}

/** What keeps every transfer to the shop. */
function listShopBlockers({ payout, heldAt }: TransferFacts, now: Date): Blocker[] {
  const { payee, isSuspended, changedAt } = payout
  const approvedUntil = changedAt && new Date(changedAt.getTime() + RECENT_ACCOUNT_MS)
  const isRecent = approvedUntil !== undefined && approvedUntil > now
  return [
    ...(payee === undefined ? [{ code: 'ACCOUNT_MISSING' as const }] : []),
    ...(isSuspended ? [{ code: 'SHOP_SUSPENDED' as const }] : []),
    ...(heldAt === undefined ? [] : [{ code: 'MONEY_HELD' as const, since: heldAt }]),
    ...(isRecent ? [{ code: 'ACCOUNT_CHANGED' as const, since: changedAt, until: approvedUntil }] : []),
  ]
}

/** It only waits for its day, and for what is kept of it. */
function listDays(facts: TransferFacts, now: Date): Blocker[] {
  const { purchase, owedBackCentavos } = facts
  const day = findExpectedDay(facts, now)
  const owed =
    owedBackCentavos > 0 ? [{ code: 'BALANCE_OWED' as const, amountCentavos: owedBackCentavos }] : []
  if (day === undefined) return owed
  return [{ code: 'SETTLEMENT_DAY', since: purchase.transferDueAt, until: endOfDay(day) }, ...owed]
}

/** The order is with the lender's people, or at the bank. */
function listOrderBlockers(facts: TransferFacts): Blocker[] {
  const { order, purchase, heldAt } = facts
  const since = purchase.transferOrderedAt
  const held: Blocker[] = heldAt === undefined ? [] : [{ code: 'MONEY_HELD', since: heldAt }]
  const netted: Blocker[] =
    order !== undefined && order.nettedCentavos > 0
      ? [{ code: 'BALANCE_OWED', amountCentavos: order.nettedCentavos }]
      : []
  const isAtTheBank = order?.state !== 'created' && order?.state !== 'approved'
  return [
    ...(isAtTheBank ? [] : held),
    ...(order?.state === 'created' ? describeApproval(facts, order) : []),
    { code: 'TRANSFER_SENT', since },
    ...netted,
  ]
}

/** The program approves most orders by itself, within seconds. */
function describeApproval({ payout }: TransferFacts, order: PayoutOrder): Blocker[] {
  const { needsApproval, createdBy, createdAt, problem } = order
  if (!needsApproval && problem === undefined) return []
  const isOfAccount = needsApproval && createdBy === PROGRAM && payout.changedAt !== undefined
  return isOfAccount
    ? [{ code: 'ACCOUNT_CHANGED', since: payout.changedAt }]
    : [{ code: 'APPROVAL', since: createdAt }]
}

/** After a failed or returned order people name the account again. */
function findFailure({ order, purchase }: TransferFacts): Blocker | undefined {
  if (order === undefined || purchase.transferDueAt !== undefined) return undefined
  const { state, settledAt, failureCode } = order
  if (state === 'failed' || state === 'canceled')
    return { code: 'TRANSFER_FAILED', since: settledAt, reason: failureCode }
  if (state === 'returned') return { code: 'TRANSFER_RETURNED', since: settledAt, reason: failureCode }
  return undefined
}
