import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publishInstallmentsPaid } from '../collection/index.ts'
import { requestMessage } from '../messaging/index.ts'
import { advancePurchase, type Purchase } from '../purchases/index.ts'
import { type CreditedPayment, listCurrentBillets, type waiveInstallment } from '../receivables/index.ts'
import { earnCharges } from './renegotiation/end-renegotiation.ts'

/** What follows when people waive an installment, as after a payment: messages, events, and the end of the contract. */
export async function applyWaiver(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  waived: Awaited<ReturnType<typeof waiveInstallment>>,
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
  if (await isPaidUp(app, tx, { retailerId, transactionId }))
    await advancePurchase(app, tx, current, 'last-billet-paid', { changes: { settledAt: noonOf(paidOn) } })
}

/** Nothing of the contract is open any more. */
export async function isPaidUp(
  { secrets }: App,
  tx: Transaction,
  { retailerId, transactionId }: Pick<CreditedPayment['billet'], 'retailerId' | 'transactionId'>,
): Promise<boolean> {
  const billets = await listCurrentBillets(tx, secrets, retailerId, transactionId)
  return billets.every(
    ({ kind, paymentStatus, canceledAt }) =>
      kind === 'settlement' || paymentStatus === 'PAID' || canceledAt !== undefined,
  )
}
