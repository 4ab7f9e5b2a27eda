import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { noonOf } from '../../../kernel/noon.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import {
  type AccruedLoan,
  composeAccruals,
  computeAgreementPaymentEntries,
  type Loan,
  subtractPaid,
} from '../../books/index.ts'
import type { Purchase } from '../../purchases/index.ts'
import {
  applyCredits,
  type Credit,
  creditInParts,
  lockOpenBillets,
  postWithRefunds,
  sumCredit,
} from '../../receivables/index.ts'
import { bookOverdueIof } from '../book-overdue-iof.ts'

/** Money that a customer paid under an agreement, as it was booked there. */
export interface AgreementPayment {
  readonly agreementId: string
  /** Of the entry that counts it for the original. */
  readonly reference: string
  readonly paidOn: CalendarDate
  readonly amountCentavos: Centavos
  readonly from: {
    readonly faceCentavos: Centavos
    readonly fineCentavos: Centavos
    readonly interestCentavos: Centavos
  }
  readonly discountCentavos?: Centavos
}

/**
 * Counts the money for the original on the day on which it was paid: the oldest installment first, and in it interest of
 * the delay, installment, fine. The original is locked and its billets are open. Returns its loan afterwards.
 */
export async function countForOriginal(
  context: { readonly secrets: Secrets; readonly clock: Clock },
  tx: Transaction,
  { original, loan }: { readonly original: Purchase; readonly loan: Loan },
  payment: AgreementPayment,
): Promise<AccruedLoan> {
  const { retailerId, id: transactionId } = original
  const { agreementId, reference, paidOn, amountCentavos, from, discountCentavos = 0 } = payment
  const { secrets } = context
  const now = context.clock.now()
  const paidAt = noonOf(paidOn)
  const open = await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' })
  const credit = creditInParts(open, { amountCentavos, paidOn, method: 'BILLET' })
  const { excessCentavos } = credit
  const settles = undefined
  applyCredits(tx, secrets, [{ credit, reference, reportReference: reference, paidOn, paidAt, settles }], now)
  const names = { retailerId, transactionId, agreementId, reference }
  const to = sumCredit(credit)
  const entries = computeAgreementPaymentEntries({
    ...names,
    from,
    discountCentavos,
    to,
    excessCentavos,
    paidAt,
  })
  postWithRefunds(tx, secrets, entries, now)
  bookOverdueIof(context, tx, original, { reference, credit, paidOn })
  return composeAccruals(loan, { reference, day: paidOn, openCentavos: subtractPaid(loan, listPaid(credit)) })
}

const listPaid = ({ allocations }: Credit) =>
  allocations.map(({ billet: { installmentNumber }, imputation: { faceCentavos } }) => ({
    installmentNumber,
    faceCentavos,
  }))
