import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { listPaidInstallments, publishInstallmentsPaid } from '../collection/index.ts'
import { type MessageRequest, requestMessage } from '../messaging/index.ts'
import { advancePurchase, type Purchase } from '../purchases/index.ts'
import {
  type BilletRow,
  type Credit,
  describeLeft,
  listBillets,
  lowerBillet,
  sumDebt,
} from '../receivables/index.ts'
import { bookOverdueIof } from './book-overdue-iof.ts'
import { earnCharges } from './renegotiation/end-renegotiation.ts'
import { lockCurrentOriginal } from './renegotiation/open-renegotiation.ts'

/** A payment that was credited. */
export interface CreditedPayment {
  /** That the payment was made for. */
  readonly billet: BilletRow
  /** The bank's. */
  readonly reference: string
  readonly credit: Credit
  readonly paidOn: CalendarDate
}

/** Applies a credited payment to its purchase, which was locked before the billets. */
export async function applyPayment(
  app: App,
  tx: Transaction,
  purchase: Purchase | undefined,
  { billet, reference, credit, paidOn }: CreditedPayment,
): Promise<void> {
  if (purchase === undefined) return
  const { secrets } = app
  const { status, retailerId, id: transactionId } = purchase
  const credited = describeCredit(credit)
  const saved = billet.kind === 'settlement' ? { discountCentavos: sumDiscount(credit) } : {}
  const payment = { reference, billetId: billet.id, credited, ...saved }
  // The bank's reference is the same however often the payment is reported.
  const received = {
    notice: 'payment-received',
    retailerId,
    transactionId,
    about: reference,
    payment,
  } as const
  requestMessage(tx, received, app.clock.now())
  bookOverdueIof(app, tx, purchase, { reference, credit, paidOn })
  if (purchase.renegotiates !== undefined && status === 'OPEN')
    await earnCharges(tx, secrets, purchase, reference, app.clock.now())
  await lowerInstallments(app, tx, credit)
  // During a cancellation, money only adds to the refund, and a part payment moves nothing.
  if (credit.allocations.every(({ left }) => left !== undefined)) return
  if (billet.kind === 'down-payment') {
    if (status === 'PENDING' && (await isLapsed(app, tx, purchase)))
      await advancePurchase(app, tx, purchase, 'deadline-passed')
    else if (status === 'PENDING')
      await advancePurchase(app, tx, purchase, 'down-payment-paid', {
        changes: { downPaymentPaidAt: noonOf(paidOn) },
      })
  } else if (status === 'OPEN') {
    const paid = listPaidInstallments(credit, paidOn)
    const current = await publishInstallmentsPaid(app, tx, purchase, paid)
    if (await isPaidUp(app, tx, billet))
      await advancePurchase(app, tx, current, 'last-billet-paid', {
        changes: { settledAt: noonOf(paidOn) },
      })
  }
}

/** The debt is not what the agreement was offered for: it ends, and its down payment is owed back. */
async function isLapsed({ secrets }: App, tx: Transaction, purchase: Purchase): Promise<boolean> {
  if (purchase.renegotiates === undefined) return false
  return (await lockCurrentOriginal(secrets, tx, purchase)) === undefined
}

const sumDiscount = ({ allocations }: Credit): Centavos =>
  allocations.reduce((sum, { discountCentavos = 0 }) => sum + discountCentavos, 0)

const describeCredit = ({ allocations }: Credit): NonNullable<MessageRequest['payment']>['credited'] =>
  allocations.map(({ billet, left }) => ({
    installmentNumber: billet.installmentNumber,
    leftCentavos: left === undefined ? 0 : sumDebt(left),
  }))

async function isPaidUp(
  { secrets }: App,
  tx: Transaction,
  { retailerId, transactionId }: BilletRow,
): Promise<boolean> {
  const billets = await listBillets(tx, secrets, retailerId, transactionId)
  return billets.every(
    ({ kind, paymentStatus, canceledAt }) =>
      kind === 'settlement' || paymentStatus === 'PAID' || canceledAt !== undefined,
  )
}

/**
 * An early payment that is not enough for one more installment makes it smaller: its billet and its Pix are replaced by
 * ones that ask for the rest, on the same day.
 */
export async function lowerInstallments(app: App, tx: Transaction, credit: Credit): Promise<void> {
  const now = app.clock.now()
  for (const { billet, left, discountCentavos } of credit.allocations) {
    if (left === undefined || discountCentavos === undefined) continue
    await lowerBillet(app, tx, { ...billet, ...describeLeft(billet, left) }, now)
  }
}
