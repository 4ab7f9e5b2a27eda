import assert from 'node:assert/strict'
import { type BookedReport, creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { query, type TestApp } from './app.ts'
import { contextOf } from './purchases.ts'

export interface PaidTitle {
  readonly bank: string
  readonly ourNumber: number
  readonly amountCentavos: number
}

/** By which a bank's file names a billet. */
export async function findTitle(app: TestApp, billetId: string): Promise<Omit<PaidTitle, 'amountCentavos'>> {
  const [row] = await query<{ bank: string; ourNumber: number }>(
    app,
    `SELECT a.bank, b.our_number::integer AS "ourNumber" FROM billets b JOIN lender_accounts a ON a.id = b.account_id
      WHERE b.id = $1`,
    [billetId],
  )
  return row ?? assert.fail('there is no such billet')
}

/** A line of a return file whose content is named by its digest. */
const report = (app: TestApp, file: number, digest: string, title: PaidTitle): Promise<BookedReport> =>
  creditPayment(contextOf(app), {
    ...title,
    reference: `cnab:${title.bank}:${file}:1-1:${digest}`,
    kind: 'paid',
    method: 'BILLET',
    pixTxid: undefined,
    paidOn: parseCalendarDate('2026-03-10'),
    creditedOn: undefined,
    occurrence: '06',
    reasons: [],
  })

let contents = 0

/** The bank reports one payment in two files. */
export async function reportTwice(
  app: TestApp,
  title: PaidTitle,
): Promise<{ readonly first: BookedReport; readonly caseId: string; readonly digest: string }> {
  contents += 1
  const digest = contents.toString(16).padStart(12, '0')
  const first = await report(app, 9001, digest, title)
  const { outcome, caseId } = await report(app, 9002, digest, title)
  assert.equal(outcome, 'held')
  return { first, caseId: caseId ?? assert.fail('no case was opened'), digest }
}
