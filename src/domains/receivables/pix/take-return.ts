import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { noonOf } from '../../../kernel/noon.ts'
import { postEntries } from '../../ledger/index.ts'
import { isOwnRefund, type PixRefund } from '../../pix/index.ts'
import type { BankReport } from '../billets/billet.ts'
import { insertReport } from '../billets/store/bank-reports.ts'
import { findBilletOfAny } from '../billets/store/billets.ts'
import { openCase, reduceCaseOf } from '../billets/store/suspense-cases.ts'
import { findTxid } from '../billets/txid.ts'
import { findReceivingAccount } from '../credit-payment.ts'
import { computeReturnEntry } from '../entries.ts'

interface Returned {
  readonly refund: PixRefund
  /** Of the payment. */
  readonly report: BankReport
}

/**
 * Books money that left without our request: a claim of fraud (MED), or a refund that somebody made at the bank. The
 * billet stays paid and the debt is not asked for again by itself, because whether it revives is a question of law: the
 * books show the amount against the purchase, and an operator decides.
 */
export async function takeReturn(app: App, { refund, report }: Returned): Promise<void> {
  const { secrets } = app
  if (refund.status !== 'DONE' || isOwnRefund(refund.id)) return
  const now = app.clock.now()
  const returnedOn = calendarDateAt(refund.settledAt ?? now)
  const returned: BankReport = {
    ...report,
    reference: `refund:${refund.rtrId}`,
    kind: 'other',
    amountCentavos: refund.amountCentavos,
    paidOn: returnedOn,
    creditedOn: returnedOn,
    occurrence: refund.nature,
  }
  const isNew = await app.database.transaction(async tx => {
    if (!(await insertReport(tx, returned, now))) return false
    const txid = findTxid(report)
    const billet =
      txid === undefined ? undefined : await findBilletOfAny(tx, secrets, { id: txid.slice(-24) })
    const { amountCentavos } = refund
    // Money that is gone must not be given back a second time.
    await reduceCaseOf(tx, secrets, report.reference, amountCentavos)
    const caseId = openCase(tx, secrets, {
      reportReference: returned.reference,
      billetId: billet?.id ?? null,
      reason: 'RETURNED',
      amountCentavos,
      expectedCentavos: null,
      openedAt: now,
    })
    const paidFrom = await findReceivingAccount(tx, report, billet)
    const entry = computeReturnEntry({
      reference: returned.reference,
      paidFrom,
      amountCentavos,
      returnedAt: noonOf(returnedOn),
      paymentReference: report.reference,
      caseId,
      billet,
    })
    postEntries(tx, secrets, [entry], now)
    return true
  })
  if (isNew)
    app.log.error(
      { reference: returned.reference, of: report.reference, nature: refund.nature },
      'a Pix was given back without our request',
    )
}
