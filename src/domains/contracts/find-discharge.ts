import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { findAccount, getAccountOf } from '../lender/index.ts'
import type { Purchase } from '../purchases/index.ts'
import { readReceivables } from '../receivables/index.ts'
import { type DischargeStatement, sealStatement } from './statements.ts'

interface SealedDischarge {
  readonly statement: DischargeStatement
  readonly seal: Buffer
}

/** Undefined while something is owed, and for purchases that ended otherwise. */
export async function findDischarge(app: App, purchase: Purchase): Promise<SealedDischarge | undefined> {
  const { database, secrets, clock } = app
  const { id: transactionId, retailerId, contract, customer, completedAt } = purchase
  if (purchase.status !== 'CLOSED' || completedAt === undefined) return undefined
  const { billets, reductions } = await readReceivables(app, purchase, calendarDateAt(clock.now()))
  const [first] = billets
  const issuedTo = first && (await findAccount(database, secrets, first.accountId))
  const account = issuedTo ?? (await getAccountOf(database, secrets, retailerId))
  // An earlier program did not keep the day: it was that of the last payment.
  const paidAt = billets.flatMap(billet => billet.paidAt?.getTime() ?? [])
  const settledAt = purchase.settledAt ?? new Date(Math.max(completedAt.getTime(), ...paidAt))
  const statement: DischargeStatement = {
    format: 'crediario-discharge-1',
    transactionId,
    lender: { name: account.beneficiaryName, document: account.beneficiaryDocument },
    debtor: { name: customer.name ?? null, cpf: customer.cpf },
    startedOn: calendarDateAt(completedAt),
    settledOn: calendarDateAt(settledAt),
    installments: contract.numberOfInstallments,
    totalCentavos: contract.totalCentavos,
    ...reductions,
  }
  return { statement, seal: sealStatement(secrets.evidence, statement) }
}
