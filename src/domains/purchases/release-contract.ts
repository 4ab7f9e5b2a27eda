import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { computePaymentRows, computeReleaseIofEntry, type IofCharge, postEntries } from '../books/index.ts'
import { findSignedTexts, storeReleaseStatement } from '../contracts/index.ts'
import { priceAtRelease } from '../quoting/index.ts'
import type { Purchase } from './purchase.ts'

export interface Released {
  readonly purchase: Purchase
  /** Tax that the calendar added and that the customer does not pay. */
  readonly iofByLenderCentavos: Centavos
}

/** The purchase as its contract is when the credit is released on the day. */
export function computeRelease(purchase: Purchase, releasedOn: CalendarDate): Released {
  const quotedOn = getContractDate(purchase)
  // An agreement delivers no money: its figures stay those of the day on which it was offered.
  if (purchase.renegotiates !== undefined)
    return { purchase: { ...purchase, contractDate: quotedOn }, iofByLenderCentavos: 0 }
  const released = { ...purchase, contractDate: releasedOn }
  // On the day of the quotation its figures stay, also where an earlier version of the program computed them.
  if (purchase.contractDate === undefined && quotedOn === releasedOn)
    return { purchase: released, iofByLenderCentavos: 0 }
  const { contract, iofByLenderCentavos } = priceAtRelease(purchase.contract, { quotedOn, releasedOn })
  if (quotedOn === releasedOn) return { purchase: released, iofByLenderCentavos }
  return { purchase: { ...released, contract }, iofByLenderCentavos }
}

/** The day from which the figures of the contract count. */
export function getContractDate({
  contractDate,
  purchaseDate,
}: Pick<Purchase, 'contractDate' | 'purchaseDate'>): CalendarDate {
  return contractDate ?? purchaseDate
}

/**
 * The credit is released. Must run in the transaction that starts the contract. A contract of version 1 names its dates
 * and says nothing of a release, so it keeps them.
 */
export async function releaseContract(
  secrets: Secrets,
  tx: Transaction,
  signed: Purchase,
  now: Date,
): Promise<Purchase> {
  if (signed.contractVersion === undefined) return signed
  const released = computeRelease(signed, calendarDateAt(now))
  const { purchase, iofByLenderCentavos } = released
  bookReleaseIof(tx, secrets, purchase, iofByLenderCentavos, { now })
  const { contractDate } = signed
  if (contractDate !== undefined && contractDate !== purchase.contractDate)
    await stateRelease(secrets, tx, released, contractDate)
  return purchase
}

/** Nothing when the customer finances all of the tax. */
export function bookReleaseIof(
  tx: Transaction,
  secrets: Secrets,
  { retailerId, id: transactionId }: Purchase,
  amountCentavos: Centavos,
  { now, iofCharge }: { readonly now: Date; readonly iofCharge?: IofCharge | undefined },
): void {
  if (amountCentavos === 0) return
  const tax = { retailerId, transactionId, amountCentavos, iofCharge, releasedAt: now }
  postEntries(tx, secrets, [computeReleaseIofEntry(tax)], now)
}

async function stateRelease(
  secrets: Secrets,
  tx: Transaction,
  { purchase, iofByLenderCentavos }: Released,
  signedFor: CalendarDate,
): Promise<void> {
  const { id: transactionId, contract } = purchase
  const texts = await findSignedTexts(tx, secrets, transactionId)
  if (texts === undefined) throw new Error(`transaction ${transactionId} has lost its signed contract`)
  const releasedOn = getContractDate(purchase)
  storeReleaseStatement(tx, secrets, {
    format: 'crediario-release-1',
    transactionId,
    contractHash: texts.statement.contractHash,
    signedFor,
    releasedOn,
    iofCentavos: contract.totalIofCentavos,
    iofByLenderCentavos,
    principalCentavos: contract.amortizationTotalCentavos,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
    installments: computePaymentRows({
      ...contract,
      contractDate: releasedOn,
      principalCentavos: contract.amortizationTotalCentavos,
    }),
    totalCentavos: contract.totalCentavos,
  })
}
