import { readContractBooks } from '../domains/ledger/index.ts'
import { computeSuspendedInterest, findLoan, type Loan } from '../domains/loans/index.ts'
import { listPurchases, type Purchase } from '../domains/purchases/index.ts'
import { readReceivables } from '../domains/receivables/index.ts'
import { addMonths, type CalendarDate, calendarDateAt, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, getOption, getWord, presentAmount, presentTable } from './command.ts'

const LISTED = 500

type ContractBooks = Awaited<ReturnType<typeof readContractBooks>>
type ReceivablesReading = Awaited<ReturnType<typeof readReceivables>>

/** A contract without anything about the person. */
interface ShownLoan extends ReceivablesReading, ContractBooks {
  readonly purchase: Purchase
  /** Absent where the books are of version 1. */
  readonly loan: Loan | undefined
}

export const loanCommands: Readonly<Record<string, Command>> = {
  'loan show': {
    async run(services, line) {
      const { database, secrets, clock } = services
      const id = getWord(line, 2, 'the transaction')
      const purchase = isId(id) ? (await listPurchases(database, secrets, { ids: [id] })).get(id) : undefined
      if (purchase?.completedAt === undefined) throw new InputError(`there is no contract ${id}`)
      const date =
        line.options.date === undefined ? calendarDateAt(clock.now()) : parseDate(getOption(line, 'date'))
      const [receivables, books, loan] = await Promise.all([
        readReceivables(services, purchase, date),
        readContractBooks(database, id, LISTED),
        findLoan(database, id),
      ])
      const shown: ShownLoan = { ...receivables, ...books, purchase, loan }
      return line.options.json === true
        ? JSON.stringify(describeLoan(shown), undefined, 2)
        : presentLoan(shown)
    },
  },
}

function parseDate(text: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch {
    throw new InputError(`--date ${text} is not a date in the form YYYY-MM-DD`)
  }
}

/** Amounts in centavos. */
function describeLoan(shown: ShownLoan) {
  const { purchase, debt } = shown
  const { contract } = purchase
  return {
    transactionId: purchase.id,
    retailerId: purchase.retailerId,
    status: purchase.status,
    settledAt: purchase.settledAt,
    interestRatePM: contract.interestRatePM,
    totalCentavos: contract.totalCentavos,
    schedule: listSchedule(shown),
    payments: listPayments(shown),
    settlements: shown.settlements,
    payoff: {
      date: debt.date,
      overdueCentavos: debt.overdueCentavos,
      presentCentavos: debt.presentCentavos,
      discountCentavos: debt.discountCentavos,
      totalCentavos: debt.totalCentavos,
    },
    books: {
      customerCentavos: shown.customerCentavos,
      unearnedCentavos: shown.unearnedCentavos,
      carryingCentavos: shown.customerCentavos - shown.unearnedCentavos,
      accruedThrough: shown.loan?.accruedThrough ?? null,
      problem: describeProblem(shown),
      restructuringCentavos: shown.loan?.restructuringCentavos ?? 0,
    },
    journal: shown.journal,
  }
}

/** Null for what is not a problem asset. */
function describeProblem({ loan, debt }: ShownLoan) {
  if (loan === undefined || loan.problemSince === null || loan.endedOn !== null) return null
  const suspendedCentavos = computeSuspendedInterest(loan, debt.date)
  return { since: loan.problemSince, reason: loan.problemReason, suspendedCentavos }
}

function presentProblem(shown: ShownLoan): string[] {
  const problem = describeProblem(shown)
  if (problem === null) return []
  const loss = shown.loan?.restructuringCentavos ?? 0
  const left = loss === 0 ? '' : `, restructuring loss left ${presentAmount(loss)}`
  return [
    `problem asset since ${problem.since} (${problem.reason}), interest suspended ${presentAmount(problem.suspendedCentavos)}${left}`,
  ]
}

function listSchedule({ purchase, billets, debt }: ShownLoan) {
  const { firstDueDate, installmentCentavos, numberOfInstallments } = purchase.contract
  return Array.from({ length: numberOfInstallments }, (_, index) => index + 1).map(number => {
    const issued = billets.filter(
      ({ kind, installmentNumber }) => kind === 'installment' && installmentNumber === number,
    )
    const billet = issued.find(({ canceledAt }) => canceledAt === undefined) ?? issued.at(-1)
    const overdue = debt.overdue.find(({ installmentNumber }) => installmentNumber === number)
    const future = debt.future.find(({ installmentNumber }) => installmentNumber === number)
    return {
      number,
      dueDate: addMonths(firstDueDate, number - 1),
      installmentCentavos,
      openCentavos: (overdue ?? future)?.faceCentavos ?? 0,
      todayCentavos: overdue?.totalCentavos ?? future?.presentCentavos ?? 0,
      paidOn: billet?.paidAt && calendarDateAt(billet.paidAt),
    }
  })
}

function listPayments({ received }: ShownLoan) {
  return received.map(({ reference, paidOn, installmentNumber, ...part }) => ({
    paidOn,
    reference,
    installmentNumber,
    faceCentavos: part.faceCentavos,
    fineCentavos: part.fineCentavos,
    interestCentavos: part.interestCentavos,
    discountCentavos: part.discountCentavos,
  }))
}

function presentLoan(shown: ShownLoan): string {
  const { purchase, debt, journal, customerCentavos, unearnedCentavos } = shown
  const { id, status, contract } = purchase
  const money = (centavos: number) => presentAmount(centavos)
  const parts = [
    `contract ${id}  ${status}  ${contract.numberOfInstallments} x ${money(contract.installmentCentavos)} at ${contract.interestRatePM} % a month`,
    presentTable(
      ['no', 'due', 'value', 'open', `on ${debt.date}`, 'paid'],
      listSchedule(shown).map(row => [
        String(row.number),
        row.dueDate,
        money(row.installmentCentavos),
        money(row.openCentavos),
        money(row.todayCentavos),
        row.paidOn ?? '',
      ]),
    ),
    presentTable(
      ['paid', 'no', 'value', 'fine', 'interest', 'discount', 'reference'],
      listPayments(shown).map(row => [
        row.paidOn,
        String(row.installmentNumber),
        money(row.faceCentavos),
        money(row.fineCentavos),
        money(row.interestCentavos),
        money(row.discountCentavos),
        row.reference,
      ]),
    ),
    `payoff on ${debt.date}: ${money(debt.totalCentavos)} (overdue ${money(debt.overdueCentavos)}, ahead ${money(debt.presentCentavos)}, discount ${money(debt.discountCentavos)})`,
    `balance ${money(customerCentavos)}, unearned ${money(unearnedCentavos)}, carried at ${money(customerCentavos - unearnedCentavos)} on ${shown.loan?.accruedThrough ?? 'the first day'}`,
    ...presentProblem(shown),
    presentTable(
      ['booked', 'value date', 'entry', 'moved', 'customer', 'reference'],
      journal.map(line => [
        line.lateOn ?? calendarDateAt(line.occurredAt),
        calendarDateAt(line.occurredAt),
        line.kind,
        money(line.movedCentavos),
        money(line.customerCentavos),
        line.reference,
      ]),
    ),
  ]
  return parts.join('\n\n')
}
