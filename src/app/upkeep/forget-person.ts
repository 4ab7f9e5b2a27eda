import { appendAudit } from '../../domains/audit/index.ts'
import { forgetCodes } from '../../domains/codes/index.ts'
import { forgetFindings } from '../../domains/compliance/index.ts'
import { forgetSignedContracts } from '../../domains/contracts/store.ts'
import { forgetApplicant } from '../../domains/credit/contract-store.ts'
import { listContractsOf } from '../../domains/credit/index.ts'
import { findEmails, forgetCustomerArea } from '../../domains/customers/index.ts'
import { forgetInvoices } from '../../domains/invoices/store.ts'
import { forgetVisitor } from '../../domains/links/index.ts'
import { computeRecipientIndex, forgetMessageRows as forgetMessages } from '../../domains/messaging/index.ts'
import { forgetOnboardings } from '../../domains/onboarding/index.ts'
import { forgetPayees } from '../../domains/payouts/orders.ts'
import { findPurchase, type Purchase } from '../../domains/purchases/index.ts'
import { forgetCustomer } from '../../domains/purchases/store/purchases.ts'
import { forgetPayers } from '../../domains/receivables/billets/store/payers.ts'
import { listRefundsOf, type RefundDue } from '../../domains/refunds/index.ts'
import { forgetCaseDocuments } from '../../domains/special-cases/index.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { App } from '../app.ts'

interface Forgotten {
  readonly retailers: number
  readonly purchases: number
}

/**
 * Deletes or replaces every salt that opens data about the person. Sealed boxes, books, hashes and the audit log stay,
 * but the boxes can no longer be opened; the sandbox bank's are sealed again without the person. All or nothing, in one transaction.
 */
export function forgetPerson(app: App, cpf: string): Promise<Forgotten> {
  const { database, secrets, realClock } = app
  const cpfIndex = secrets.computeBlindIndex('cpf', cpf)
  return database.transaction(async tx => {
    const contracts = await listContractsOf(tx, cpfIndex)
    if (contracts.some(({ isLiving }) => isLiving)) throw new Refused('the person has a contract in progress')
    const purchases = await Promise.all(contracts.map(contract => getPurchase(tx, secrets, contract)))
    const ids = purchases.map(({ id }) => id)
    const refunds = await listRefundsOf(tx, ids)
    refuseWhileOwed(refunds)
    refuseWhileKept(app, purchases, refunds)
    const phones = [...new Set(purchases.map(({ customer }) => customer.phone))]
    const phoneIndexes = phones.map(phone => secrets.computeBlindIndex('phone', phone))
    const retailers = await forgetApplicant(tx, cpfIndex, phoneIndexes)
    const laterEmails = await findEmails(tx, secrets, ids)
    const emails = new Set([...purchases.map(({ customer }) => customer.email), ...laterEmails.values()])
    const emailIndexes = [...emails].map(to => computeRecipientIndex(secrets, { channel: 'EMAIL', to }))
    await forgetOnboardings(tx, secrets, ids)
    await forgetMessages(tx, phoneIndexes, emailIndexes)
    forgetCodes(tx, { cpfIndex, phoneIndexes })
    await forgetPayers(tx, ids)
    await forgetSignedContracts(tx, secrets, ids)
    await forgetInvoices(tx, ids)
    await forgetCaseDocuments(tx, ids)
    await forgetPayees(tx, secrets, ids)
    forgetFindings(tx, cpfIndex)
    forgetVisitor(tx, cpfIndex, ids)
    forgetCustomerArea(tx, cpfIndex)
    await app.psp?.forgetDebtor(tx, cpf)
    for (const purchase of purchases) await forgetCustomer(tx, secrets, purchase)
    const details = { by: 'command line', purchases: ids.length, retailers } as const
    await appendAudit(tx, { operatorId: undefined, action: 'person.forgotten', details }, realClock.now())
    return { retailers, purchases: ids.length }
  })
}

/** Money that is owed or on its way still needs its payee. */
function refuseWhileOwed(refunds: readonly RefundDue[]): void {
  const open = refunds.filter(({ state }) => state !== 'PAID')
  if (open.length === 0) return
  const amount = presentReais(open.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)).toFixed(2)
  if (open.every(({ state }) => state === 'SENT'))
    throw new Refused(`R$ ${amount} are on their way to the person: try again once the bank has paid them`)
  const last = open
    .map(({ maxRefundDate }) => maxRefundDate)
    .sort()
    .at(-1)
  throw new Refused(
    `R$ ${amount} are owed back to the person, due until ${last}: try again once they are paid`,
  )
}

/**
 * What a lender must keep about a customer is counted from the first day of the year after the end (Central Bank,
 * Circular 3.978, art. 67). It covers everything that was signed or paid; other purchases are forgotten at once.
 */
function refuseWhileKept(
  { clock, retentionYears }: App,
  purchases: readonly Purchase[],
  refunds: readonly RefundDue[],
): void {
  const hasRefund = new Set(refunds.map(({ transactionId }) => transactionId))
  const until = purchases
    .filter(
      ({ id, signedAt, completedAt, downPaymentPaidAt }) =>
        signedAt ?? completedAt ?? downPaymentPaidAt ?? hasRefund.has(id),
    )
    .map(({ changedAt }) => computeRetentionEnd(changedAt, retentionYears))
    .sort()
    .at(-1)
  if (until === undefined || retentionYears === 0 || until < calendarDateAt(clock.now())) return
  throw new Refused(`what the person signed or paid must be kept by law until ${until}`)
}

/** The last day. */
function computeRetentionEnd(endedAt: Date, years: number): CalendarDate {
  const year = Number(calendarDateAt(endedAt).slice(0, 4))
  return parseCalendarDate(`${year + years}-12-31`)
}

async function getPurchase(
  tx: Queryable,
  secrets: Secrets,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
): Promise<Purchase> {
  const purchase = await findPurchase(tx, secrets, { retailerId, id: transactionId })
  if (purchase === undefined) throw new Error(`contract ${transactionId} has no transaction`)
  return purchase
}
