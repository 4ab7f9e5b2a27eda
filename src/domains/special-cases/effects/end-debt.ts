import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { Refused } from '../../../kernel/faults.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { accountOf, computeGenuineBalance } from '../../ledger/index.ts'
import { endUnpaidLoan, type Loan } from '../../loans/index.ts'
import { requestMessage } from '../../messaging/index.ts'
import { advancePurchase, type Purchase } from '../../purchases/index.ts'
import { cancelBillets, lockDebt } from '../../receivables/index.ts'
import { postWithRefunds } from '../../refunds/index.ts'
import { type ClaimBalances, computeReleasedEntry, sumCarried } from '../entries.ts'
import type { PrepareEffect } from './effect.ts'

/**
 * Nothing is owed any more, although it was not paid: the lender bears what the assets hold of it. A claim that was
 * written off only leaves the memo accounts.
 */
export const prepareEndDebt: PrepareEffect = about => prepareRelease(about, 'lender')

/** The same, and the insurer owes what the assets hold of it: the insurance covers the death of the customer. */
export const prepareClaimInsurance: PrepareEffect = async about => {
  const { purchase, loan } = about
  if (!purchase.hasInsurance) throw new Refused('the contract has no insurance')
  if (loan.writtenOffOn !== null)
    throw new Refused('the contract was written off: what the insurer pays for it is a recovery')
  return prepareRelease(about, 'insurer')
}

async function prepareRelease(
  { app, tx, opened, purchase, loan }: Parameters<PrepareEffect>[0],
  borneBy: ReleasedDebt['borneBy'],
): ReturnType<PrepareEffect> {
  const now = app.clock.now()
  const debt = await lockDebt(tx, app.secrets, purchase, calendarDateAt(now))
  return {
    amountCentavos: debt.totalCentavos,
    async apply() {
      const { unusedPremiumCentavos } = debt
      await releaseDebt(app, tx, { purchase, loan, caseId: opened.id, borneBy, unusedPremiumCentavos })
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
  readonly borneBy: 'lender' | 'insurer'
  readonly unusedPremiumCentavos: Centavos
}

async function releaseDebt(
  app: App,
  tx: Transaction,
  { purchase, loan, caseId, borneBy, unusedPremiumCentavos }: ReleasedDebt,
): Promise<void> {
  const { secrets } = app
  const now = app.clock.now()
  const { id: transactionId, retailerId } = purchase
  const reference = `release:${transactionId}`
  await cancelBillets(tx, secrets, { retailerId, transactionId, loan }, now)
  endUnpaidLoan(tx, secrets, loan, { reference, now })
  const balances = await readClaim(app, tx, transactionId)
  // An insurance that pays has used its premium.
  const insurerCentavos = borneBy === 'insurer' ? sumCarried(balances) : unusedPremiumCentavos
  const released = {
    retailerId,
    transactionId,
    caseId,
    reference,
    balances,
    insurerCentavos,
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
