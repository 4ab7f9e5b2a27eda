import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { noonOf } from '../../../kernel/noon.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { findEntry, postEntries } from '../../ledger/index.ts'
import { type LenderAccount, listAccounts } from '../../lender/index.ts'
import { isOwnRefund, type PixRefund, type ReceivedPix } from '../../pix/index.ts'
import { type BankReport, BankReportError, findTxid } from '../billets/billet.ts'
import { insertReport } from '../billets/store/bank-reports.ts'
import type { BilletRow } from '../billets/store/billet-row.ts'
import { findBilletOfAny, findContractOf } from '../billets/store/billets.ts'
import { openCase, reduceCaseOf } from '../billets/store/suspense-cases.ts'
import { nameCaseCredit } from '../case-entries.ts'
import { type CreditPayment, createPaymentBatcher, findReceivingAccount } from '../credit-payment.ts'
import { computeReturnEntry, namePayment } from '../entries.ts'

/** foreign: it came to no account of ours; refused: it contradicts what was booked before. */
type TakenPix = 'booked' | 'known' | 'foreign' | 'refused'

/**
 * Books a payment reported by the PSP, once, and its refunds. The day that counts is the payer's, in São
 * Paulo. Takes only answers of the PSP, never the body of a webhook.
 */
export async function takePix(app: App, pix: ReceivedPix, receiver?: PixReceiver): Promise<TakenPix> {
  const { accounts, settle } = receiver ?? (await openReceiver(app))
  const report = composeReport(pix, accounts)
  if (await isForeign(app, pix, report, accounts)) return 'foreign'
  try {
    const settled = await settle({ report })
    for (const refund of pix.refunds) await takeReturn(app, { refund, report })
    return settled.outcome === 'repeated' ? 'known' : 'booked'
  } catch (error) {
    if (!(error instanceof BankReportError)) throw error
    app.log.error({ reference: report.reference, fault: error.fault }, 'a Pix was reported with other values')
    return 'refused'
  }
}

/** Takes many payments: the accounts are read once, and payments that come together are booked together. */
export interface PixReceiver {
  readonly accounts: readonly LenderAccount[]
  readonly settle: CreditPayment
}

export async function openReceiver(app: App): Promise<PixReceiver> {
  const { accounts } = await listAccounts(app.database, app.secrets)
  return { accounts, settle: createPaymentBatcher(app) }
}

function composeReport(pix: ReceivedPix, accounts: readonly LenderAccount[]): BankReport {
  const account = accounts.find(({ pixKey }) => pixKey === pix.pixKey) ?? accounts[0]
  const paidOn = calendarDateAt(pix.receivedAt)
  return {
    reference: `pix:${pix.endToEndId}`,
    kind: 'paid',
    method: 'PIX',
    bank: account?.bank.bank ?? '000',
    ourNumber: undefined,
    pixTxid: pix.txid,
    amountCentavos: pix.amountCentavos,
    paidOn,
    creditedOn: paidOn,
    payer: pix.payer,
    occurrence: 'PIX',
    reasons: [],
  }
}

/** The PSP lists the payments of all accounts of its client. What names a billet of ours is ours in any case. */
async function isForeign(
  { database }: App,
  pix: ReceivedPix,
  report: BankReport,
  accounts: readonly LenderAccount[],
): Promise<boolean> {
  if (pix.pixKey === undefined || accounts.some(({ pixKey }) => pixKey === pix.pixKey)) return false
  return (await findContractOf(database, report)) === undefined
}

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
    const { amountCentavos } = refund
    // Money that is gone must not be given back a second time.
    const fromSuspenseCentavos = await reduceCaseOf(tx, secrets, report.reference, amountCentavos)
    const { billet, countedBy } = await findCounted(tx, secrets, report)
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
      of: countedBy,
      fromSuspenseCentavos,
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

/** The billet that the payment came for, or else the one that people credited it to, and the entry that counts it. */
async function findCounted(
  tx: Transaction,
  secrets: Secrets,
  report: BankReport,
): Promise<{ readonly billet: BilletRow | undefined; readonly countedBy: string }> {
  const txid = findTxid(report)
  const own = txid === undefined ? undefined : await findBilletOfAny(tx, secrets, { id: txid.slice(-24) })
  const reference = namePayment(report.reference)
  const { caseId } = (await findEntry(tx, secrets, reference))?.memo ?? {}
  const credit =
    caseId === undefined ? undefined : await findEntry(tx, secrets, nameCaseCredit(String(caseId)))
  if (credit === undefined) return { billet: own, countedBy: reference }
  const billet = own ?? (await findBilletOfAny(tx, secrets, { id: String(credit.memo.billetId) }))
  return { billet, countedBy: credit.reference }
}
