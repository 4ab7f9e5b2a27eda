import type { App } from '../../app/app.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Loan } from '../loans/index.ts'
import { cancelBillets } from './issue-receivables.ts'
import { checkLoan } from './reconcile-loans.ts'

/**
 * Nobody is to pay the rest: open billets are canceled. Throws where the loan is not what billets and books say. The
 * contract is locked.
 */
export async function cancelDebt(app: App, tx: Transaction, loan: Loan, now: Date): Promise<void> {
  const { retailerId, transactionId } = loan
  await checkLoan(tx, app.secrets, loan)
  await cancelBillets(tx, app.secrets, { retailerId, transactionId }, now)
}
