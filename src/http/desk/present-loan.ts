import { maskCpf } from '../../brazil/cpf.ts'
import { maskName } from '../../brazil/person-name.ts'
import type {
  FoundLoan,
  InstallmentState,
  LoanDebt,
  LoanInstallment,
  LoanJournalLine,
  LoanListing,
  LoanNotice,
  LoanPayment,
  LoanView,
} from '../../contract/desk-loans.ts'
import type { Presented } from '../../contract/presented.ts'
import { computeSuspendedInterest, type Loan } from '../../domains/loans/index.ts'
import { type Billet, describeBillet } from '../../domains/receivables/index.ts'
import type { LoanRecord, OwedLoan } from '../../domains/servicing/index.ts'
import { addMonths, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import { presentAttention, presentDecision } from './present.ts'
import { presentOpenPayoff } from './present-loan-service.ts'

const sum = <Item>(items: readonly Item[], read: (item: Item) => Centavos): Centavos =>
  items.reduce((total, item) => total + read(item), 0)

export function presentFound({
  purchase,
  retailerName,
  startedOn,
  state,
  debt,
}: OwedLoan): Presented<FoundLoan> {
  const { name, cpf } = purchase.customer
  const daysLate = Math.max(0, ...debt.overdue.map(each => each.daysLate))
  return {
    transactionId: purchase.id,
    orderId: purchase.orderId,
    retailerName,
    customerName: name && maskName(name),
    maskedCpf: maskCpf(cpf),
    status: purchase.status,
    state,
    daysLate: daysLate === 0 ? undefined : daysLate,
    debt: presentReais(debt.totalCentavos),
    startedOn,
  }
}

function presentProblem(
  loan: Loan,
  day: CalendarDate,
): Presented<NonNullable<LoanView['books']['problem']>> | undefined {
  const { problemSince, problemReason } = loan
  if (problemSince === null || problemReason === null || loan.endedOn !== null) return undefined
  const suspendedInterest = presentReais(computeSuspendedInterest(loan, day))
  return { since: problemSince, reason: problemReason, suspendedInterest }
}

export function presentLoan(record: LoanRecord, publicUrl: string): Presented<LoanView> {
  const { purchase, loan, agreement, debt, payoff, messages, customerCentavos, unearnedCentavos } = record
  const { contract } = purchase
  return {
    ...presentFound(record),
    ...presentAttention(record.attention, record.operators),
    ...presentCollection(record),
    renegotiates: purchase.renegotiates,
    renegotiatedBy: agreement?.id,
    isAgreeable: isAgreeable(record),
    installments: contract.numberOfInstallments,
    installmentValue: presentReais(contract.installmentCentavos),
    interestRatePM: contract.interestRatePM,
    cetPA: contract.cetPA,
    financed: presentReais(purchase.netLoanCentavos),
    total: presentReais(contract.totalCentavos),
    schedule: presentSchedule(record),
    settlement: presentOpenPayoff(record, publicUrl),
    settlementDays: record.paymentDays.settlement,
    debtToday: presentDebt(debt, payoff),
    copyDays: record.paymentDays.copy,
    payments: presentPayments(record),
    messages: messages.map(({ id, template, channel, state, failure, queuedAt }) => ({
      id,
      template,
      channel,
      state,
      failure: failure ?? undefined,
      at: queuedAt.toISOString(),
    })),
    books: {
      customer: presentReais(customerCentavos),
      unearnedInterest: presentReais(unearnedCentavos),
      carrying: presentReais(customerCentavos - unearnedCentavos),
      accruedThrough: loan?.accruedThrough ?? undefined,
      problem: loan && presentProblem(loan, debt.date),
      restructuringLoss: loan?.restructuringCentavos ? presentReais(loan.restructuringCentavos) : undefined,
      lines: presentJournal(record),
    },
  }
}

/** As far as can be seen here; the flow decides. */
const isAgreeable = ({ purchase, agreement, debt }: LoanRecord): boolean =>
  purchase.status === 'OPEN' &&
  purchase.renegotiates === undefined &&
  agreement === undefined &&
  debt.overdue.some(({ daysLate }) => daysLate > 0)

function presentDebt(debt: LoanRecord['debt'], payoff: LoanRecord['payoff']): LoanDebt {
  const { overdue, future } = debt
  return {
    date: debt.date,
    overdueFace: presentReais(sum(overdue, each => each.faceCentavos)),
    fine: presentReais(sum(overdue, each => each.fineCentavos)),
    interest: presentReais(sum(overdue, each => each.interestCentavos)),
    overdue: presentReais(debt.overdueCentavos),
    futureFace: presentReais(sum(future, each => each.faceCentavos)),
    discount: presentReais(debt.discountCentavos),
    future: presentReais(debt.presentCentavos),
    total: presentReais(debt.totalCentavos),
    premiumRefund: presentReais(payoff?.premiumRefundCentavos ?? 0),
    payoff: presentReais(payoff?.valueCentavos ?? 0),
  }
}

/** One line for each installment: of several billets the one that lives, or else the last. */
function presentSchedule({ purchase, billets, debt }: LoanRecord): Presented<LoanInstallment>[] {
  const { firstDueDate, numberOfInstallments, installmentCentavos } = purchase.contract
  return Array.from({ length: numberOfInstallments }, (_, index) => index + 1).flatMap(installment => {
    const issued = billets.filter(
      ({ kind, installmentNumber }) => kind === 'installment' && installmentNumber === installment,
    )
    const billet = issued.find(({ canceledAt }) => canceledAt === undefined) ?? issued.at(-1)
    if (billet === undefined) return []
    const overdue = debt.overdue.find(({ installmentNumber }) => installmentNumber === installment)
    const future = debt.future.find(({ installmentNumber }) => installmentNumber === installment)
    const owed = overdue ?? future
    const today = overdue?.totalCentavos ?? future?.presentCentavos
    return [
      {
        installment,
        dueDate: addMonths(firstDueDate, installment - 1),
        value: presentReais(installmentCentavos),
        state: describeState(billet, overdue?.daysLate ?? 0),
        daysLate: overdue?.daysLate || undefined,
        open: owed && presentReais(owed.faceCentavos),
        today: today === undefined ? undefined : presentReais(today),
        paidOn: billet.paidAt && calendarDateAt(billet.paidAt),
        billetId: billet.id,
        ourNumber: String(billet.ourNumber),
        isCopy: billet.faceCentavos !== undefined,
        isCopyable: describeBillet(billet, debt.date).isCopyable,
        isWaivable: purchase.status === 'OPEN' && (overdue?.totalCentavos ?? 0) > 0,
      },
    ]
  })
}

function describeState(
  { paymentStatus, canceledAt, partPaidCentavos, excludedCentavos }: Billet,
  daysLate: number,
): InstallmentState {
  if (paymentStatus === 'PAID') return 'paid'
  if (canceledAt !== undefined) return 'canceled'
  if (daysLate > 0) return 'late'
  return partPaidCentavos > excludedCentavos ? 'part-paid' : 'open'
}

/** One line for each payment, with what it paid on every billet; the newest first. */
function presentPayments({ received, premiumRefunds }: LoanRecord): Presented<LoanPayment>[] {
  const references = [...new Set(received.map(({ reference }) => reference))]
  return references.toReversed().map(reference => {
    const parts = received.filter(part => part.reference === reference)
    const paid = sum(
      parts,
      part => part.faceCentavos - part.discountCentavos + part.fineCentavos + part.interestCentavos,
    )
    return {
      reference,
      paidOn: parts[0]?.paidOn ?? '',
      amount: presentReais(paid - (premiumRefunds.get(reference) ?? 0)),
      parts: parts.map(part => ({
        installment: part.installmentNumber,
        face: presentReais(part.faceCentavos),
        fine: presentReais(part.fineCentavos),
        interest: presentReais(part.interestCentavos),
        discount: presentReais(part.discountCentavos),
      })),
    }
  })
}

/** The balance after each line, counted back from today's: lines that are too old to be listed are in it. */
function presentJournal({ journal, customerCentavos }: LoanRecord): Presented<LoanJournalLine>[] {
  let balance = customerCentavos - sum(journal, line => line.customerCentavos)
  return journal.map(line => {
    balance += line.customerCentavos
    return {
      id: line.id,
      kind: line.kind,
      at: line.occurredAt.toISOString(),
      bookedOn: line.lateOn ?? undefined,
      amount: presentReais(line.movedCentavos),
      balance: presentReais(balance),
    }
  })
}

type CollectionMembers = Pick<
  Presented<LoanView>,
  | 'notices'
  | 'listings'
  | 'acceleratedOn'
  | 'writtenOffOn'
  | 'allowance'
  | 'isWritable'
  | 'waiverProposal'
  | 'decisions'
>

/** What was done about a delay: notices, listings, and whether the contract may be written off. */
function presentCollection(record: LoanRecord): CollectionMembers {
  const { purchase, loan, notices, listings, allowanceCentavos, decisions, operators } = record
  const carryingCentavos = record.customerCentavos - record.unearnedCentavos
  const waiver = decisions.find(({ subject, state }) => subject.kind === 'waiver' && state === 'proposed')
  return {
    notices: notices.map(presentNotice),
    listings: listings.map(presentListing),
    acceleratedOn: loan?.acceleratedOn ?? undefined,
    writtenOffOn: loan?.writtenOffOn ?? undefined,
    allowance: presentReais(allowanceCentavos),
    // As far as can be seen here; the flow decides.
    isWritable:
      purchase.status === 'OPEN' &&
      loan?.writtenOffOn === null &&
      carryingCentavos > 0 &&
      allowanceCentavos >= carryingCentavos,
    waiverProposal: waiver && presentDecision(waiver, operators),
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}

const presentNotice = (notice: LoanRecord['notices'][number]): Presented<LoanNotice> => ({
  id: notice.id,
  kind: notice.kind,
  dueDate: notice.dueDate,
  serving: notice.serving,
  askedAt: notice.askedAt.toISOString(),
  sentAt: notice.sentAt?.toISOString(),
  channel: notice.channel ?? undefined,
  deliveredAt: notice.deliveredAt?.toISOString(),
})

const presentListing = (listing: LoanRecord['listings'][number]): Presented<LoanListing> => ({
  id: listing.id,
  dueDate: listing.dueDate,
  amount: presentReais(listing.amountCentavos),
  state: listing.state,
  decidedAt: listing.decidedAt.toISOString(),
  listedAt: listing.listedAt?.toISOString(),
  removalReason: listing.removalReason ?? undefined,
  removeBy: listing.removeBy ?? undefined,
  removedAt: listing.removedAt?.toISOString(),
  problem: listing.problem ?? undefined,
})
