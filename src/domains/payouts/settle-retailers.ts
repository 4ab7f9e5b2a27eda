import type { App } from '../../app/app.ts'
import { addDays, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import { ForgedRow } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import {
  accountOf,
  computeGenuineBalance,
  listGenuineEntries,
  postEntries,
  sumPostings,
} from '../ledger/index.ts'
import { getAccountOf } from '../lender/index.ts'
import {
  advancePurchase,
  computeTransfer,
  listTransfersDue,
  lockPurchase,
  type Purchase,
} from '../purchases/index.ts'
import { computeSettlementDay, findPayee, type RetailerPayout } from '../retailers/index.ts'
import { createOrder } from './create-order.ts'
import { computeClawbackNettedEntry } from './entries.ts'
import type { PayoutLine } from './order.ts'
import type { Payee } from './payee.ts'
import { lockPayoutSubject } from './store.ts'

/** Each purchase is locked and moved within one transaction, which has to stay short. */
const LINES_PER_ORDER = 200
/** Longer than any schedule, holidays included. */
const LONGEST_SCHEDULE_DAYS = 100
/** So long after the account changed, a person approves what goes there. */
export const RECENT_ACCOUNT_MS = 48 * 3_600_000

/** Orders what is due to each retailer by its schedule. Returns how many purchases were ordered or settled. */
export async function settleRetailers(app: App): Promise<number> {
  const { database, secrets, clock } = app
  const failures: unknown[] = []
  let settled = 0
  for (const { retailerId } of await listTransfersDue(database, clock.now(), 'first-of-each')) {
    try {
      const payout = await findPayee(database, secrets, retailerId)
      if (payout.payee === undefined || payout.isSuspended) continue
      for (;;) {
        const page = await settleRetailer(app, retailerId, payout)
        settled += page.settled
        failures.push(...page.forged)
        if (page.seen < LINES_PER_ORDER || page.settled === 0) break
      }
    } catch (error) {
      // The transfers of one retailer must not block those of the others.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} retailers were not settled`)
  return settled
}

/** Retailers with due purchases that cannot be paid: no account, or suspended. */
export async function countUnpayableRetailers({ database, secrets, clock }: App): Promise<number> {
  const due = await listTransfersDue(database, clock.now(), 'first-of-each')
  const payouts = await Promise.all(due.map(({ retailerId }) => findPayee(database, secrets, retailerId)))
  return payouts.filter(({ payee, isSuspended }) => payee === undefined || isSuspended).length
}

function settleRetailer(
  app: App,
  retailerId: string,
  payout: RetailerPayout,
): Promise<{ readonly seen: number; readonly settled: number; readonly forged: readonly ForgedRow[] }> {
  const { database, secrets, clock } = app
  return database.transaction(async tx => {
    await lockPayoutSubject(tx, retailerId)
    const now = clock.now()
    const until = findLatestDue(payout, now)
    const listed = await listTransfersDue(tx, until, { retailerId, limit: LINES_PER_ORDER })
    const ids = listed.map(({ id }) => id)
    const due: Purchase[] = []
    const forged: ForgedRow[] = []
    for (const id of ids.sort()) {
      try {
        const purchase = await lockPurchase(tx, secrets, id)
        if (purchase !== undefined && isDue(purchase)) due.push(purchase)
      } catch (error) {
        // Nothing is paid for it; the retailer's other purchases do not wait for it.
        if (!(error instanceof ForgedRow)) throw error
        forged.push(error)
      }
    }
    await orderTransfers(app, tx, { retailerId, payout, due, now })
    return { seen: ids.length, settled: due.length, forged }
  })
}

/** Still owed, and in no order. */
export const isDue = ({ status, transferOrderedAt, transferedAt }: Purchase): boolean =>
  (status === 'OPEN' || status === 'CLOSED') && transferOrderedAt === undefined && transferedAt === undefined

interface Settlement {
  readonly retailerId: string
  readonly payout: { readonly payee: Payee | undefined; readonly changedAt: Date | undefined }
  /** Locked. */
  readonly due: readonly Purchase[]
  readonly now: Date
}

/**
 * One order for all of them, less what the retailer owes back. Where that is not less than what is due, there is
 * nothing to send: the purchases are settled by it.
 */
export async function orderTransfers(
  app: App,
  tx: Transaction,
  { retailerId, payout, due, now }: Settlement,
  successor: { readonly replaces?: string; readonly createdBy?: string } = {},
): Promise<string | undefined> {
  const { secrets } = app
  const lines: PayoutLine[] = due
    .map(purchase => ({ transactionId: purchase.id, amountCentavos: getTransfer(purchase) }))
    .filter(({ amountCentavos }) => amountCentavos > 0)
  await checkPayable(tx, secrets, retailerId, lines)
  const dueCentavos = lines.reduce((sum, line) => sum + line.amountCentavos, 0)
  const owedBack = Math.max(0, await computeGenuineBalance(tx, secrets, accountOf.clawback(retailerId)))
  const nettedCentavos = Math.min(owedBack, dueCentavos)
  const amountCentavos = dueCentavos - nettedCentavos
  const { payee } = payout
  let runId = newId(now.getTime())
  if (amountCentavos > 0) {
    if (payee === undefined) throw new Error(`retailer ${retailerId} has no payout account`)
    const { id: lenderAccountId } = await getAccountOf(tx, secrets, retailerId)
    const needsApproval = successor.createdBy !== undefined || isRecent(payout.changedAt, now)
    const order = await createOrder(
      tx,
      secrets,
      {
        kind: 'RETAILER',
        subject: retailerId,
        retailerId,
        amountCentavos,
        nettedCentavos,
        payee,
        lenderAccountId,
        dueOn: calendarDateAt(now),
        lines,
        needsApproval,
        ...successor,
      },
      now,
    )
    runId = order.id
  }
  if (nettedCentavos > 0)
    postEntries(
      tx,
      secrets,
      [computeClawbackNettedEntry({ retailerId, runId, amountCentavos: nettedCentavos, at: now })],
      now,
    )
  for (const purchase of due) {
    const isSent = amountCentavos > 0 && getTransfer(purchase) > 0
    if (isSent) await markOrdered(app, tx, purchase, now)
    else await markTransfered(app, tx, purchase, now)
  }
  return amountCentavos > 0 ? runId : undefined
}

/** The bank has confirmed, or there is nothing to send. */
export async function markTransfered(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  transferedAt: Date,
): Promise<void> {
  await advancePurchase(app, tx, purchase, 'transfered', {
    changes: { transferedAt },
    eventFields: { amount: presentReais(getTransfer(purchase)) },
  })
}

async function markOrdered(app: App, tx: Transaction, purchase: Purchase, now: Date): Promise<void> {
  await advancePurchase(app, tx, purchase, 'transfer-ordered', {
    changes: { transferOrderedAt: now, transferDueAt: purchase.transferDueAt ?? now },
  })
}

/** By the contract. What the purchase says besides must agree. */
function getTransfer(purchase: Purchase): Centavos {
  const { id, transferCentavos } = purchase
  const agreedCentavos = computeTransfer(purchase)
  if (transferCentavos !== agreedCentavos)
    throw new Error(
      `transaction ${id} has a transfer of ${transferCentavos}, by its contract ${agreedCentavos}`,
    )
  return agreedCentavos
}

/** No line is more than the entries of its purchase owe the retailer. Throws ForgedRow. */
async function checkPayable(
  tx: Transaction,
  secrets: Secrets,
  retailerId: string,
  lines: readonly PayoutLine[],
): Promise<void> {
  const transactionIds = lines.map(({ transactionId }) => transactionId)
  const entries = await listGenuineEntries(tx, secrets, { transactionIds })
  const account = accountOf.retailer(retailerId)
  for (const { transactionId, amountCentavos } of lines) {
    const own = entries.filter(entry => entry.transactionId === transactionId)
    const owedCentavos = -sumPostings(own, each => each === account)
    if (amountCentavos > owedCentavos)
      throw new Error(
        `transaction ${transactionId}: the books owe the retailer ${owedCentavos} centavos, not ${amountCentavos}`,
      )
  }
}

const isRecent = (changedAt: Date | undefined, now: Date): boolean =>
  changedAt !== undefined && now.getTime() - changedAt.getTime() < RECENT_ACCOUNT_MS

/** Everything that fell due until then has been ordered. */
function findLatestDue({ schedule }: RetailerPayout, now: Date): Date {
  const today = calendarDateAt(now)
  if (computeSettlementDay(schedule, today) <= today) return now
  for (let days = 1; days <= LONGEST_SCHEDULE_DAYS; days += 1) {
    const day = addDays(today, -days)
    if (computeSettlementDay(schedule, day) <= today) return endOfDay(day)
  }
  return endOfDay(addDays(today, -LONGEST_SCHEDULE_DAYS))
}
