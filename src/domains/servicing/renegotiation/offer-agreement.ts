import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt, endOfDay } from '../../../kernel/calendar-date.ts'
import { isId, newOrderedId } from '../../../kernel/ids.ts'
import { type Centavos, writeReais } from '../../../kernel/money.ts'
import type { Remember } from '../../../platform/db/database.ts'
import { findPurchase, type Purchase } from '../../purchases/index.ts'
import {
  type AgreementOffer,
  computeFirstDueDates,
  computeOfferedTerms,
  insertOffers,
  MAX_AGREED_INSTALLMENTS,
} from '../../quoting/index.ts'
import { type Debt, readDebt } from '../../receivables/index.ts'
import { checkAgreeable, checkOverdue, describeOfferedDebt } from './agreed-debt.ts'

export interface OfferCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly numberOfInstallments?: number | undefined
  readonly entryCentavos?: Centavos | undefined
  readonly firstDueDate?: CalendarDate | undefined
}

export interface OfferedAgreements {
  readonly debtCentavos: Centavos
  readonly offers: readonly AgreementOffer[]
}

/** The debt of today and what it may be agreed into, until the end of the day. */
export async function offerAgreements(
  app: App,
  command: OfferCommand,
  remember?: Remember<OfferedAgreements>,
): Promise<OfferedAgreements> {
  const { database, secrets, clock } = app
  const { retailerId, transactionId } = command
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  const purchase = await findPurchase(database, secrets, retailerId, transactionId)
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  await checkAgreeable(database, purchase)
  const now = clock.now()
  const debt = await readDebt(app, purchase, calendarDateAt(now))
  checkOverdue(debt)
  const offered = { debtCentavos: debt.totalCentavos, offers: composeOffers(purchase, debt, command, now) }
  await database.transaction(async tx => {
    insertOffers(tx, app.secrets, offered.offers)
    await remember?.(tx, offered)
  })
  return offered
}

function composeOffers(purchase: Purchase, debt: Debt, command: OfferCommand, now: Date): AgreementOffer[] {
  const { date } = debt
  const { numberOfInstallments, entryCentavos = 0, firstDueDate = computeFirstDueDates(date).usual } = command
  checkWanted(debt, { numberOfInstallments, entryCentavos, firstDueDate })
  const wanted = { numberOfInstallments, entryCentavos, firstDueDate }
  const terms = computeOfferedTerms(describeOfferedDebt(purchase, debt, entryCentavos), wanted)
  if (terms.length === 0 && numberOfInstallments !== undefined)
    throw invalidParameter('installments', 'gives installments that are too small: ask for fewer')
  return terms.map(each => ({
    id: newOrderedId(now.getTime()),
    retailerId: purchase.retailerId,
    transactionId: purchase.id,
    quotedOn: date,
    expiresAt: endOfDay(date),
    terms: each,
  }))
}

function checkWanted(
  { date, overdueCentavos, totalCentavos }: Debt,
  wanted: Required<Pick<OfferCommand, 'numberOfInstallments' | 'entryCentavos' | 'firstDueDate'>>,
): void {
  const { numberOfInstallments = 1, entryCentavos = 0, firstDueDate = date } = wanted
  if (numberOfInstallments > MAX_AGREED_INSTALLMENTS)
    throw invalidParameter('installments', `must be at most ${MAX_AGREED_INSTALLMENTS}`)
  const most = Math.min(overdueCentavos, totalCentavos - 1)
  if (entryCentavos > most)
    throw invalidParameter('downPaymentValue', `must be at most ${writeReais(most)}, of what is overdue`)
  const dates = computeFirstDueDates(date)
  if (firstDueDate < dates.least || firstDueDate > dates.most)
    throw invalidParameter('firstDueDate', `must be from ${dates.least} to ${dates.most}`)
}
