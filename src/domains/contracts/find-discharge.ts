import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { findAccount, getAccountOf } from '../lender/index.ts'
import { findPurchase, type Purchase } from '../purchases/index.ts'
import { readReceivables } from '../receivables/index.ts'
import { type DischargeStatement, sealStatement } from './statements.ts'

/** Below it: the shop, the contract's number and the code of its letter. */
export const DISCHARGE_PATH = '/quitacao'
const CODE_LENGTH = 22

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

/**
 * Where anybody who holds the letter may ask whether it is genuine. The code follows from the seal, so that nobody can
 * guess it from the contract's number.
 */
export function computeDischargePath({ retailerId, id }: Purchase, { seal }: SealedDischarge): string {
  const code = createHash('sha256').update(seal).digest('base64url').slice(0, CODE_LENGTH)
  return `${DISCHARGE_PATH}/${retailerId}/${id}/${code}`
}

/** Whether the letter of this address was issued: its statement, or undefined. */
export async function verifyDischarge(
  app: App,
  { retailerId, transactionId, code }: Readonly<Record<'retailerId' | 'transactionId' | 'code', string>>,
): Promise<DischargeStatement | undefined> {
  const purchase = await findPurchase(app.database, app.secrets, { retailerId, id: transactionId })
  const discharge = purchase && (await findDischarge(app, purchase))
  if (purchase === undefined || discharge === undefined) return undefined
  const isGenuine = computeDischargePath(purchase, discharge).endsWith(`/${code}`)
  return isGenuine ? discharge.statement : undefined
}
