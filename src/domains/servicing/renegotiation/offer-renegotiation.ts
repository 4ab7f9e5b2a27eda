import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt, endOfDay } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isId, newOrderedId } from '../../../kernel/ids.ts'
import { type Centavos, writeReais } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database, Queryable, Remember } from '../../../platform/db/database.ts'
import { findLoan } from '../../loans/index.ts'
import { findPurchase, listRenegotiations, type Purchase } from '../../purchases/index.ts'
import {
  type AgreementOffer,
  computeFirstDueDates,
  computeOfferedTerms,
  insertOffers,
  isAgreeable,
  listLastOffers,
  MAX_AGREED_INSTALLMENTS,
} from '../../quoting/index.ts'
import { type lockDebt, readDebt } from '../../receivables/index.ts'

type Debt = Awaited<ReturnType<typeof readDebt>>

/** Throws where no agreement can be made on the debt of this transaction. */
export async function checkRenegotiable(db: Queryable, purchase: Purchase): Promise<void> {
  if (purchase.renegotiates !== undefined) throw new RequestError('agreement_on_agreement')
  const [living] = await listRenegotiations(db, { livingOn: purchase.id })
  if (living !== undefined) {
    const details = [{ field: 'transactionId', message: `the agreement is transaction ${living.id}` }]
    throw new RequestError('agreement_in_progress', { details })
  }
  if (purchase.status !== 'OPEN') throw new RequestError('transaction_state_conflict')
  // It belongs to a fund, which would have to agree.
  const loan = await findLoan(db, purchase.id)
  if (typeof loan?.assignedTo === 'string') throw new RequestError('transaction_state_conflict')
}

function checkOverdue({ overdue, date }: Debt): void {
  const dueDates = overdue.map(({ dueDate }) => dueDate)
  if (!isAgreeable(dueDates, date)) throw new RequestError('nothing_overdue')
}

/** A debt as an agreement with this down payment takes it over. */
export function describeOfferedDebt(
  purchase: Purchase,
  debt: Debt | Awaited<ReturnType<typeof lockDebt>>,
  entryCentavos: Centavos,
): Parameters<typeof computeOfferedTerms>[0] {
  const { contract } = purchase
  return {
    agreedOn: debt.date,
    totalCentavos: debt.totalCentavos,
    chargesCentavos: debt.overdue.reduce((sum, each) => sum + each.fineCentavos + each.interestCentavos, 0),
    contractRatePM: contract.interestRatePM,
    original: {
      releasedOn: purchase.contractDate ?? purchase.purchaseDate,
      dailyIof: contract.dailyIof,
      // A payment reaches the principal of an installment after its interest.
      openPrincipal: debt
        .computeOpenFaces(entryCentavos)
        .map(({ installmentNumber, dueDate, faceCentavos }) => ({
          dueDate,
          amountCentavos: Math.min(faceCentavos, contract.amortizationCentavos[installmentNumber - 1] ?? 0),
        })),
    },
  }
}

export interface OfferCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly numberOfInstallments?: number | undefined
  readonly entryCentavos?: Centavos | undefined
  readonly firstDueDate?: CalendarDate | undefined
}

export interface OfferedRenegotiations {
  readonly debtCentavos: Centavos
  readonly offers: readonly AgreementOffer[]
}

/** The debt of today and what it may be agreed into, until the end of the day. */
export async function offerRenegotiations(
  app: App,
  command: OfferCommand,
  remember?: Remember<OfferedRenegotiations>,
): Promise<OfferedRenegotiations> {
  const { database, secrets, clock } = app
  const { retailerId, transactionId } = command
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  const purchase = await findPurchase(database, secrets, { retailerId, id: transactionId })
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  await checkRenegotiable(database, purchase)
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

/** What a customer may see of agreements on a purchase. */
export interface AgreementReading {
  readonly renegotiatedBy: string | undefined
  /** Present while an agreement may be made. */
  readonly possible:
    | { readonly mostEntryCentavos: Centavos; readonly offers: readonly AgreementOffer[] }
    | undefined
}

export async function readAgreement(
  context: { readonly database: Database; readonly secrets: Secrets; readonly clock: Clock },
  purchase: Purchase,
): Promise<AgreementReading> {
  const { database, secrets, clock } = context
  const { id, status, renegotiates } = purchase
  const none = { renegotiatedBy: undefined, possible: undefined }
  if (status !== 'OPEN' || renegotiates !== undefined) return none
  const [living] = await listRenegotiations(database, { livingOn: id })
  if (living !== undefined) return { ...none, renegotiatedBy: living.id }
  const today = calendarDateAt(clock.now())
  const { overdue, overdueCentavos, totalCentavos } = await readDebt(context, purchase, today)
  const dueDates = overdue.map(({ dueDate }) => dueDate)
  if (!isAgreeable(dueDates, today)) return none
  const offers = await listLastOffers(database, secrets, id, today)
  // What was offered before a payment cannot be accepted any more.
  const current = offers.filter(({ terms }) => terms.debtCentavos === totalCentavos)
  return {
    ...none,
    possible: { mostEntryCentavos: Math.min(overdueCentavos, totalCentavos - 1), offers: current },
  }
}
