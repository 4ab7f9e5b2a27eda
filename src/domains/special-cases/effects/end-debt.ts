import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { accountOf, computeGenuineBalance } from '../../ledger/index.ts'
import { endUnpaidLoan, type Loan } from '../../loans/index.ts'
import { requestMessage } from '../../messaging/index.ts'
import { advancePurchase, type Purchase } from '../../purchases/index.ts'
import { cancelDebt, computeUnusedPremium, lockDebt } from '../../receivables/index.ts'
import { postWithRefunds } from '../../refunds/index.ts'
import { type ClaimBalances, computeReleasedEntry } from '../entries.ts'
import type { PrepareEffect } from './effect.ts'

/**
 * Nothing is owed any more, although it was not paid: the lender bears what the assets hold of it. A claim that was
 * written off only leaves the memo accounts.
 */
export const prepareEndDebt: PrepareEffect = async ({ app, tx, opened, purchase, loan }) => {
  const now = app.clock.now()
  const debt = await lockDebt(tx, app.secrets, purchase, calendarDateAt(now))
  return {
    amountCentavos: debt.totalCentavos,
    async apply() {
      await releaseDebt(app, tx, { purchase, loan, caseId: opened.id })
      const { id: transactionId, retailerId } = purchase
      requestMessage(tx, { notice: 'debt-released', retailerId, transactionId, about: opened.id }, now)
      await advancePurchase(app, tx, purchase, 'debt-released')
      return { state: 'DONE' }
    },
  }
}

interface ReleasedDebt {
  readonly purchase: Purchase
  readonly loan: Loan
  readonly caseId: string
}

async function releaseDebt(
  app: App,
  tx: Transaction,
  { purchase, loan, caseId }: ReleasedDebt,
): Promise<void> {
  const { secrets } = app
  const now = app.clock.now()
  const { id: transactionId, retailerId } = purchase
  const reference = `release:${transactionId}`
  await cancelDebt(app, tx, loan, now)
  endUnpaidLoan(tx, secrets, loan, { reference, now })
  const balances = await readClaim(app, tx, transactionId)
  const premiumCentavos = computeUnusedPremium(purchase, calendarDateAt(now))
  const released = {
    retailerId,
    transactionId,
    caseId,
    reference,
    balances,
    premiumCentavos,
    releasedAt: now,
  }
  postWithRefunds(tx, secrets, [computeReleasedEntry(released)], now)
}

/** What is left on the accounts of a contract whose loan has ended. */
async function readClaim({ secrets }: App, tx: Transaction, transactionId: string): Promise<ClaimBalances> {
  const read = (account: Parameters<typeof computeGenuineBalance>[2]): Promise<Centavos> =>
    computeGenuineBalance(tx, secrets, account)
  const [customerCentavos, unearnedCentavos, chargesCentavos, restructuringCentavos, writtenOffCentavos] =
    await Promise.all([
      read(accountOf.customer(transactionId)),
      read(accountOf.unearnedInterest(transactionId)),
      read(accountOf.deferredLateCharges(transactionId)),
      read(accountOf.restructuring(transactionId)),
      read(accountOf.memoWrittenOff(transactionId)),
    ])
  return { customerCentavos, unearnedCentavos, chargesCentavos, restructuringCentavos, writtenOffCentavos }
}
