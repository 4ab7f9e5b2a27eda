import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { postEntries } from '../ledger/index.ts'
import { priceAtRelease } from '../pricing/index.ts'
import { computeReleaseIofEntry, type IofCharge } from './entries.ts'
import type { Purchase } from './purchase.ts'

interface Released {
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

/** The credit is released. Must run in the transaction that starts the contract. */
export async function releaseContract(
  app: App,
  tx: Transaction,
  signed: Purchase,
  now: Date,
): Promise<Purchase> {
  const released = computeRelease(signed, calendarDateAt(now))
  const { purchase, iofByLenderCentavos } = released
  bookReleaseIof(tx, app.secrets, purchase, iofByLenderCentavos, { now })
  const { contractDate } = signed
  if (contractDate !== undefined && contractDate !== purchase.contractDate)
    await app.reactions.contractReleased(app, tx, { ...released, signedFor: contractDate })
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
