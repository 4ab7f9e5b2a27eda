import type { App } from '../../src/app/app.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { openLoan } from '../../src/domains/loans/loan.ts'
import { insertLoans } from '../../src/domains/loans/store.ts'
import { computeContractEntry } from '../../src/domains/purchases/entries.ts'
import type { Billet, Payer } from '../../src/domains/receivables/billets/billet.ts'
import type { Contract } from '../../src/domains/receivables/billets/compose.ts'
import { issueReceivables } from '../../src/domains/receivables/issue-receivables.ts'
import { type CalendarDate, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import type { Centavos } from '../../src/kernel/money.ts'
import type { Transaction } from '../../src/platform/db/database.ts'
import { noMarks } from '../../src/platform/deployment/number-marks.ts'

export interface NewContract {
  /** False: payments accrue nothing, so that the entries do not depend on the order of payments. */
  readonly hasLoan?: boolean
  readonly retailerId: string
  readonly transactionId: string
  readonly payer: Payer
  readonly registersAtOnce?: Contract['registersAtOnce']
  /** 0: no down payment. */
  readonly downPaymentCentavos: Centavos
  readonly installments: readonly { readonly dueDate: CalendarDate; readonly amountCentavos: Centavos }[]
  /** The owners' shares of the installments; they add up to all installments. */
  readonly shares: {
    readonly transferCentavos: Centavos
    readonly commissionCentavos: Centavos
    readonly retentionCentavos: Centavos
    readonly iofCentavos: Centavos
    readonly interestCentavos: Centavos
    readonly feeCentavos: Centavos
    readonly premiumCentavos: Centavos
  }
}

/** Per cent a month; what it makes is of no matter to these tests. */
const RATE_PM = 2.99

/** A contract with all its billets, for tests of billets and books that need no purchase. */
export async function issueContractBillets(
  { secrets, clock }: Pick<App, 'secrets' | 'clock'>,
  tx: Transaction,
  contract: NewContract,
): Promise<Billet[]> {
  const { retailerId, transactionId, downPaymentCentavos, installments } = contract
  const issuedAt = clock.now()
  const entry = computeContractEntry({
    ...contract.shares,
    retailerId,
    transactionId,
    startedAt: issuedAt,
    downPaymentCentavos,
    installmentsCentavos: installments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
  })
  postEntries(tx, secrets, [entry], issuedAt)
  const { registersAtOnce = true } = contract
  const issuer = { secrets, marks: noMarks, isRegisteredAtOnce: async () => registersAtOnce }
  const billets = await issueReceivables(issuer, tx, {
    retailerId,
    transactionId,
    payer: contract.payer,
    issuedAt,
    issuedOn: calendarDateAt(issuedAt),
    downPaymentCentavos,
    installments,
  })
  const [first] = installments
  const { interestCentavos, feeCentavos, retentionCentavos } = contract.shares
  if (contract.hasLoan !== false && first !== undefined)
    insertLoans(tx, [
      openLoan({
        transactionId,
        retailerId,
        startedOn: calendarDateAt(issuedAt),
        firstDueDate: first.dueDate,
        interestRatePM: RATE_PM,
        interestCentavos,
        feeCentavos,
        retentionCentavos,
        openCentavos: installments.map(({ amountCentavos }) => amountCentavos),
      }),
    ])
  return billets
}
