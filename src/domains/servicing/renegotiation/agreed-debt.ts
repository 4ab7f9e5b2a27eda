import { RequestError } from '../../../contract/errors.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findLoan } from '../../books/index.ts'
import { checkUnagreed, getContractDate, type Purchase } from '../../purchases/index.ts'
import { isAgreeable, type OfferedDebt } from '../../quoting/index.ts'
import { type Debt, describeDebt, imputeOldestFirst } from '../../receivables/index.ts'

/** Throws where no agreement can be made on the debt of this transaction. */
export async function checkAgreeable(db: Queryable, purchase: Purchase): Promise<void> {
  if (purchase.renegotiates !== undefined) throw new RequestError('agreement_on_agreement')
  await checkUnagreed(db, purchase.id)
  if (purchase.status !== 'OPEN') throw new RequestError('transaction_state_conflict')
  // It is out of the books: it is paid as it is, in any amount.
  const loan = await findLoan(db, purchase.id)
  if (typeof loan?.writtenOffOn === 'string') throw new RequestError('transaction_state_conflict')
}

export function checkOverdue({ overdue, date }: Debt): void {
  const dueDates = overdue.map(({ dueDate }) => dueDate)
  if (!isAgreeable(dueDates, date)) throw new RequestError('nothing_overdue')
}

/** A debt as an agreement with this down payment takes it over. */
export function describeOfferedDebt(purchase: Purchase, debt: Debt, entryCentavos: Centavos): OfferedDebt {
  const { contract } = purchase
  const open = [...debt.overdue, ...debt.future]
  const debts = open.map(({ billet }) => describeDebt(billet))
  const { left } = imputeOldestFirst(debts, debt.date, entryCentavos)
  return {
    agreedOn: debt.date,
    totalCentavos: debt.totalCentavos,
    chargesCentavos: debt.overdue.reduce((sum, each) => sum + each.fineCentavos + each.interestCentavos, 0),
    contractRatePM: contract.interestRatePM,
    original: {
      releasedOn: getContractDate(purchase),
      dailyIof: contract.dailyIof,
      // A payment reaches the principal of an installment after its interest.
      openPrincipal: open.map(({ installmentNumber, dueDate }, index) => ({
        dueDate,
        amountCentavos: Math.min(
          left[index]?.openFaceCentavos ?? 0,
          contract.amortizationCentavos[installmentNumber - 1] ?? 0,
        ),
      })),
    },
  }
}
