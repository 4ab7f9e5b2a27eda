import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { forgetPayers } from '../../modules/billets/index.ts'
import { forgetSignedContracts } from '../../modules/contracts/index.ts'
import { forgetApplicant, listContractsOf } from '../../modules/credit/index.ts'
import { appendAudit } from '../../modules/desk/index.ts'
import { forgetInvoices } from '../../modules/invoices/index.ts'
import { forgetVisitor } from '../../modules/links/index.ts'
import { computeRecipientIndex, forgetMessages } from '../../modules/messages/index.ts'
import { forgetOnboardings } from '../../modules/onboarding/index.ts'
import { findPurchase, forgetCustomer, type Purchase } from '../../modules/transactions/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts'

export interface ForgetContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly realClock: Clock
  /** The sandbox bank keeps whom its charges are for; absent where banks are real. */
  readonly psp?: { forgetDebtor(tx: Transaction, cpf: string): Promise<unknown> } | undefined
}

/** Why a person's data must still be kept. */
export class StillNeeded extends Error {}

export interface Forgotten {
  readonly retailers: number
  readonly purchases: number
}

/**
 * Deletes or replaces every salt that opens data about the person. Sealed boxes, books, hashes and the audit log stay,
 * but the boxes can no longer be opened; the sandbox bank's are sealed again without the person. All or nothing, in one transaction.
 */
export function forgetPerson(context: ForgetContext, cpf: string): Promise<Forgotten> {
  const { database, secrets, clock, realClock } = context
  const cpfIndex = secrets.computeBlindIndex('cpf', cpf)
  return database.transaction(async tx => {
    const contracts = await listContractsOf(tx, cpfIndex)
    if (contracts.some(({ isLiving }) => isLiving))
      throw new StillNeeded('the person has a contract in progress')
    const purchases = await Promise.all(contracts.map(contract => getPurchase(tx, secrets, contract)))
    const today = calendarDateAt(clock.now())
    if (
      purchases.some(
        ({ refund }) => refund !== undefined && refund.valueCentavos > 0 && refund.maxRefundDate >= today,
      )
    )
      throw new StillNeeded('a refund to the person may still be on its way')
    const ids = purchases.map(({ id }) => id)
    const phones = [...new Set(purchases.map(({ customer }) => customer.phone))]
    const phoneIndexes = phones.map(phone => secrets.computeBlindIndex('phone', phone))
    const retailers = await forgetApplicant(tx, cpfIndex, phoneIndexes)
    const emails = [...new Set(purchases.map(({ customer }) => customer.email))]
    const emailIndexes = emails.map(to => computeRecipientIndex(secrets, { channel: 'EMAIL', to }))
    await forgetOnboardings(tx, ids)
    await forgetMessages(tx, phoneIndexes, emailIndexes)
    await forgetPayers(tx, ids)
    await forgetSignedContracts(tx, ids)
    await forgetInvoices(tx, ids)
    forgetVisitor(tx, cpfIndex, ids)
    await context.psp?.forgetDebtor(tx, cpf)
    for (const purchase of purchases) await forgetCustomer(tx, secrets, purchase)
    const details = { by: 'command line', purchases: ids.length, retailers } as const
    await appendAudit(tx, { operatorId: undefined, action: 'person.forgotten', details }, realClock.now())
    return { retailers, purchases: ids.length }
  })
}

async function getPurchase(
  tx: Queryable,
  secrets: Secrets,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
): Promise<Purchase> {
  const purchase = await findPurchase(tx, secrets, retailerId, transactionId)
  if (purchase === undefined) throw new Error(`contract ${transactionId} has no transaction`)
  return purchase
}
