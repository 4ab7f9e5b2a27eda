import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts'
import { type AccountName, accountOf, computeBalances } from '../ledger/index.ts'
import { computeBookedParts, isOffBooks, type Loan, listAllowances, listLoans } from '../loans/index.ts'
import { lockOpenBillets } from './billets/billet-payments.ts'
import { describeDebt } from './billets/debt.ts'
import { sumOpenBillets } from './billets/store/reconciliation.ts'

interface LoanFault {
  readonly transactionId: string
  readonly problem: string
}

const PAGE = 500

/**
 * Compares loans with their billets and with the books: what the customer owes is what billets ask for, and with what is
 * not earned it makes the payoff on the accrued day. Returns the first difference, or how many loans run.
 */
export async function reconcileLoans(
  database: Database,
): Promise<{ readonly runningCount: number; readonly fault: LoanFault | undefined }> {
  let runningCount = 0
  for (let after = ''; ; ) {
    const loans = await listLoans(database, 'all', { after, limit: PAGE })
    const fault = await findFault(database, loans)
    runningCount += loans.filter(({ endedOn }) => endedOn === null).length
    if (fault !== undefined || loans.length < PAGE) return { runningCount, fault }
    after = loans.at(-1)?.transactionId ?? after
  }
}

/**
 * Throws where a loan is not what its billets and the books say. Called before anything that a customer owes is computed
 * from it: a write to the database could otherwise make the debt smaller. The purchase is locked.
 */
export async function checkLoan(tx: Transaction, secrets: Secrets, loan: Loan): Promise<void> {
  const { transactionId, openCentavos } = loan
  const asked = openCentavos.map(() => 0)
  for (const { billet } of await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' }))
    asked[billet.installmentNumber - 1] = describeDebt(billet).openFaceCentavos
  const isSame =
    asked.length === openCentavos.length && asked.every((open, index) => open === openCentavos[index])
  const problem = isSame ? (await findFault(tx, [loan]))?.problem : 'its billets ask for something else'
  if (problem !== undefined)
    throw new Error(`loan ${transactionId} does not match billets and books: ${problem}`)
}

async function findFault(database: Queryable, loans: readonly Loan[]): Promise<LoanFault | undefined> {
  const ids = loans.map(({ transactionId }) => transactionId)
  const accounts = ids.flatMap(id => [
    accountOf.customer(id),
    accountOf.unearnedInterest(id),
    accountOf.deferredFee(id),
    accountOf.deferredRetention(id),
    accountOf.allowance(id),
    accountOf.memoWrittenOff(id),
    accountOf.memoAssigned(id),
    accountOf.restructuring(id),
  ])
  const [balances, open, allowances] = await Promise.all([
    computeBalances(database, accounts),
    sumOpenBillets(database, ids),
    listAllowances(database, ids),
  ])
  for (const loan of loans) {
    const problem = findProblem(loan, account => balances.get(account) ?? 0, {
      askedCentavos: open.get(loan.transactionId) ?? 0,
      allowanceCentavos: allowances.get(loan.transactionId) ?? 0,
    })
    if (problem !== undefined) return { transactionId: loan.transactionId, problem }
  }
  return undefined
}

function findProblem(
  loan: Loan,
  balanceOf: (account: AccountName) => Centavos,
  { askedCentavos, allowanceCentavos }: { askedCentavos: Centavos; allowanceCentavos: Centavos },
): string | undefined {
  const { transactionId: id, openCentavos, accruedThrough, unearnedCentavos } = loan
  const owed = openCentavos.reduce((sum, open) => sum + open, 0)
  const isRunning = loan.endedOn === null
  const pairs: [string, Centavos, Centavos][] = [
    ['its billets ask for', askedCentavos, owed],
    ['the unearned interest in the books is', balanceOf(accountOf.unearnedInterest(id)), -unearnedCentavos],
    ['the deferred fee in the books is', balanceOf(accountOf.deferredFee(id)), -loan.deferredFeeCentavos],
    [
      'the deferred retention in the books is',
      balanceOf(accountOf.deferredRetention(id)),
      -loan.deferredRetentionCentavos,
    ],
    ['the allowance in the books is', balanceOf(accountOf.allowance(id)), -allowanceCentavos],
    [
      'what is left of its restructuring loss in the books is',
      balanceOf(accountOf.restructuring(id)),
      -loan.restructuringCentavos,
    ],
  ]
  // After its end, the customer's account may hold what was not refunded yet.
  if (loan.assignedTo !== null) {
    pairs.push(['the claim that a fund owns is in the books', balanceOf(accountOf.memoAssigned(id)), owed])
    if (isRunning) pairs.push(['the customer owes in the assets', balanceOf(accountOf.customer(id)), 0])
  } else if (loan.writtenOffOn !== null) {
    pairs.push([
      'the claim that was written off is in the books',
      balanceOf(accountOf.memoWrittenOff(id)),
      owed,
    ])
    if (isRunning) pairs.push(['the customer owes in the assets', balanceOf(accountOf.customer(id)), 0])
  } else if (isRunning)
    pairs.push(['the customer owes in the books', balanceOf(accountOf.customer(id)), owed])
  if (isRunning && !isOffBooks(loan) && accruedThrough !== null) {
    const booked = computeBookedParts(loan, accruedThrough)
    const payoff = owed - booked.unearnedCentavos
    const carrying = balanceOf(accountOf.customer(id)) + balanceOf(accountOf.unearnedInterest(id))
    pairs.push([`the carrying amount of ${accruedThrough} is`, carrying, payoff])
    pairs.push([
      `what is left of its restructuring loss on ${accruedThrough} is`,
      loan.restructuringCentavos,
      booked.restructuringCentavos,
    ])
  }
  const wrong = pairs.find(([, actual, expected]) => actual !== expected)
  return wrong && `${wrong[0]} ${writeAmount(wrong[1])}, and not ${writeAmount(wrong[2])}`
}

const writeAmount = (centavos: Centavos): string => (centavos / 100).toFixed(2)
