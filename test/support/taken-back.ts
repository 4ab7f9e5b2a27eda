import type { BankReport } from '../../src/domains/receivables/billets/billet.ts'
import { creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { takeReturn } from '../../src/domains/receivables/pix/take-pix.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import type { TestApp } from './app.ts'
import { contextOf } from './purchases.ts'
import { findTitle } from './twice-reported.ts'

interface PaidBillet {
  readonly id: string
  /** In reais. */
  readonly value: number
}

let payments = 0

/** The customer pays a billet by Pix, as the bank tells it. */
export async function payByPix(app: TestApp, { id, value }: PaidBillet): Promise<BankReport> {
  const { bank } = await findTitle(app, id)
  const paidOn = calendarDateAt(app.services.clock.now())
  const report: BankReport = {
    reference: `pix:E${++payments}`,
    kind: 'paid',
    method: 'PIX',
    bank,
    ourNumber: undefined,
    pixTxid: `PARC${id}`,
    amountCentavos: Math.round(value * 100),
    paidOn,
    creditedOn: paidOn,
    occurrence: 'PIX',
    reasons: [],
  }
  await creditPayment(contextOf(app), report)
  return report
}

/** The bank takes so much of a payment back, for a claim of fraud. */
export function takeBack(app: TestApp, report: BankReport, amountCentavos: number): Promise<void> {
  const refund = {
    id: 'MED',
    rtrId: `D${report.reference}`,
    amountCentavos,
    nature: 'MED',
    status: 'DONE',
    settledAt: app.services.clock.now(),
  } as const
  return takeReturn({ ...contextOf(app), log: createLog({ level: 'silent' }) }, { report, refund })
}
