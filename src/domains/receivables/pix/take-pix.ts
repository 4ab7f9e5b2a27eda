import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { type LenderAccount, listAccounts } from '../../lender/index.ts'
import type { ReceivedPix } from '../../pix/index.ts'
import { type BankReport, BankReportError } from '../billets/billet.ts'
import { findContractOf } from '../billets/store/belonging.ts'
import { type CreditPayment, createPaymentBatcher } from '../credit-payment.ts'
import { takeReturn } from './take-return.ts'

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
