import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publishInstallmentsPaid } from '../collection/index.ts'
import { requestMessage } from '../messaging/index.ts'
import { advancePurchase, type Purchase } from '../purchases/index.ts'
import type { CreditedPayment, waiveInstallment } from '../receivables/index.ts'
import { bookOverdueIof } from './book-overdue-iof.ts'
import { earnCharges } from './renegotiation/end-renegotiation.ts'
import { lockCurrentOriginal } from './renegotiation/open-renegotiation.ts'

/** Applies a credited payment to its purchase, which was locked before the billets. */
export async function applyPayment(
  app: App,
  tx: Transaction,
  purchase: Purchase | undefined,
  payment: CreditedPayment,
): Promise<void> {
  if (purchase === undefined) return
  const { secrets } = app
  const { status, retailerId, id: transactionId } = purchase
  const { billet, reference, parts } = payment
  const credited = parts.map(({ installmentNumber, leftCentavos }) => ({ installmentNumber, leftCentavos }))
  const waivedCentavos = parts.reduce((sum, part) => sum + part.waivedCentavos, 0)
  const discountCentavos = parts.reduce((sum, part) => sum + (part.discountCentavos ?? 0), 0)
  const saved = billet.kind === 'settlement' ? { discountCentavos } : {}
  // The bank's reference is the same however often the payment is reported.
  const received = {
    notice: 'payment-received',
    retailerId,
    transactionId,
    about: reference,
    payment: {
      reference,
      billetId: billet.id,
      credited,
      ...saved,
      ...(waivedCentavos > 0 && { waivedCentavos }),
    },
  } as const
  requestMessage(tx, received, app.clock.now())
  bookOverdueIof(app, tx, purchase, payment)
  if (purchase.renegotiates !== undefined && status === 'OPEN')
    await earnCharges(tx, secrets, purchase, reference, app.clock.now())
  await moveOn(app, tx, purchase, payment)
  await app.reactions.paymentApplied(app, tx, purchase, payment)
}

async function moveOn(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  payment: CreditedPayment,
): Promise<void> {
  const { status } = purchase
  const { billet, parts, paidOn, isPaidUp } = payment
  // During a cancellation, money only adds to the refund, and a part payment moves nothing.
  if (parts.every(({ isPaid }) => !isPaid)) return
  if (billet.kind === 'down-payment') {
    if (status === 'PENDING' && (await isLapsed(app, tx, purchase)))
      await advancePurchase(app, tx, purchase, 'deadline-passed')
    else if (status === 'PENDING')
      await advancePurchase(app, tx, purchase, 'down-payment-paid', {
        changes: { downPaymentPaidAt: noonOf(paidOn) },
      })
  } else if (status === 'OPEN') {
    const current = await publishInstallmentsPaid(app, tx, purchase, payment)
    if (isPaidUp)
      await advancePurchase(app, tx, current, 'last-billet-paid', { changes: { settledAt: noonOf(paidOn) } })
  }
}

/** The debt is not what the agreement was offered for: it ends, and its down payment is owed back. */
async function isLapsed({ secrets }: App, tx: Transaction, purchase: Purchase): Promise<boolean> {
  if (purchase.renegotiates === undefined) return false
  return (await lockCurrentOriginal(secrets, tx, purchase)) === undefined
}

/** What follows when people waive an installment, as after a payment: messages, events, and the end of the contract. */
export async function applyWaiver(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { isPaidUp, ...waived }: Awaited<ReturnType<typeof waiveInstallment>>,
): Promise<void> {
  const { secrets } = app
  const now = app.clock.now()
  const { retailerId, id: transactionId } = purchase
  const { reference, installmentNumber, faceCentavos, fineCentavos, interestCentavos } = waived
  const waivedCentavos = faceCentavos + fineCentavos + interestCentavos
  requestMessage(
    tx,
    {
      notice: 'installment-waived',
      retailerId,
      transactionId,
      about: reference,
      waiver: { installmentNumber, waivedCentavos },
    },
    now,
  )
  if (purchase.renegotiates !== undefined) await earnCharges(tx, secrets, purchase, reference, now)
  const paidOn = calendarDateAt(now)
  // No money came: the event says that nothing is owed any more.
  const part = { ...waived, faceCentavos: 0, fineCentavos: 0, interestCentavos: 0 }
  const settled = {
    ...part,
    kind: 'installment' as const,
    discountCentavos: undefined,
    leftCentavos: 0,
    waivedCentavos,
    isPaid: true,
  }
  const current = await publishInstallmentsPaid(app, tx, purchase, { parts: [settled], paidOn })
  if (isPaidUp)
    await advancePurchase(app, tx, current, 'last-billet-paid', { changes: { settledAt: noonOf(paidOn) } })
}
