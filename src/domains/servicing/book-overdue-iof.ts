import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Centavos, divideCentavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { composeEntry, type Entry, postEntries } from '../ledger/index.ts'
import { computeOverdueIof } from '../pricing/index.ts'
import type { Purchase } from '../purchases/index.ts'
import type { CreditedPayment } from '../receivables/index.ts'

/** The tax on the time that installments were overdue falls due on the day of their payment, and the lender bears it. */
export function bookOverdueIof(
  { secrets, clock }: { readonly secrets: Secrets; readonly clock: Clock },
  tx: Transaction,
  purchase: Purchase,
  { reference, parts, paidOn }: Pick<CreditedPayment, 'reference' | 'parts' | 'paidOn'>,
): void {
  const amountCentavos = parts.reduce((sum, part) => sum + computeTax(purchase, part, paidOn), 0)
  if (amountCentavos === 0) return
  const { retailerId, id: transactionId } = purchase
  const paid = { retailerId, transactionId, reference, amountCentavos, paidAt: noonOf(paidOn) }
  postEntries(tx, secrets, [computeOverdueIofEntry(paid)], clock.now())
}

function computeTax(
  { contract, contractDate, completedAt }: Purchase,
  { installmentNumber, openFaceCentavos, faceCentavos, dueDate }: CreditedPayment['parts'][number],
  paidOn: CalendarDate,
): Centavos {
  const amortization = contract.amortizationCentavos[installmentNumber - 1]
  if (completedAt === undefined || amortization === undefined) return 0
  const { installmentCentavos } = contract
  // The principal in this part of the installment: parts of it add up to the whole. A billet of a replacement contract
  // may ask for less than the installment, because the rest was paid before.
  const paidBefore = installmentCentavos - openFaceCentavos
  const upTo = (paid: Centavos): Centavos => divideCentavos(amortization * paid, installmentCentavos)
  const amortizationCentavos = upTo(paidBefore + faceCentavos) - upTo(paidBefore)
  return computeOverdueIof({
    amortizationCentavos,
    dailyIof: contract.dailyIof,
    contractDate: contractDate ?? calendarDateAt(completedAt),
    dueDate,
    paidOn,
  })
}

/** The tax on a delay is owed to the Treasury from the day of the payment, at the lender's expense. */
export function computeOverdueIofEntry(tax: {
  readonly retailerId: string
  readonly transactionId: string
  /** The bank's reference of the payment. */
  readonly reference: string
  readonly amountCentavos: Centavos
  readonly paidAt: Date
}): Entry {
  const { retailerId, transactionId, reference, amountCentavos, paidAt } = tax
  return composeEntry({
    kind: 'overdue-iof',
    retailerId,
    transactionId,
    reference: `overdue-iof:${reference}`,
    occurredAt: paidAt,
    memo: {},
    postings: [
      { account: 'iof-borne', amountCentavos },
      { account: 'iof-payable', amountCentavos: -amountCentavos },
    ],
  })
}
