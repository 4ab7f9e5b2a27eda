import { listForgedOperatorIds, listForgedProposalIds } from '../../domains/desk/index.ts'
import { listForgedOrderIds } from '../../domains/payouts/index.ts'
import { listForgedInvoiceIds } from '../../domains/purchases/index.ts'
import { listForgedOfferIds, listForgedPolicies } from '../../domains/quoting/index.ts'
import {
  type DuePlace,
  listAccountProposals,
  listAccounts,
  listForgedBillets,
  listForgedCaseIds,
} from '../../domains/receivables/index.ts'
import { listForgedTerms, listRetailerProposals, type Retailers } from '../../domains/retailers/index.ts'
import { listForgedCustomerSessions } from '../../domains/servicing/index.ts'
import { listForgedEndpoints } from '../../domains/webhooks/index.ts'
import { addDays, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { MacTable, ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'

export interface ForgedRowsContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly retailers: Retailers
  readonly reportForgery: ReportForgery
  readonly realClock: Clock
}

const LOOKS: readonly [MacTable, (context: ForgedRowsContext) => Promise<readonly string[]>][] = [
  ['credit_policies', ({ database, secrets }) => listForgedPolicies(database, secrets)],
  ['webhook_endpoints', ({ database, secrets }) => listForgedEndpoints(database, secrets)],
  [
    'customer_sessions',
    ({ database, secrets, realClock }) => listForgedCustomerSessions(database, secrets, realClock.now()),
  ],
]

/** Reports rows that somebody without the deployment's key has made or changed, before anybody uses them. */
export async function findForgedRows(context: ForgedRowsContext): Promise<void> {
  const { database, secrets, retailers, reportForgery } = context
  const [keys, accounts, accountProposals, retailerProposals] = await Promise.all([
    retailers.listKeys(undefined),
    listAccounts(database, secrets),
    listAccountProposals(database, secrets),
    listRetailerProposals(database, secrets),
  ])
  const forged: readonly (readonly [MacTable, readonly string[]])[] = [
    ['api_keys', keys.filter(({ isGenuine }) => !isGenuine).map(({ id }) => id)],
    ['operators', await listForgedOperatorIds(database, secrets)],
    ['lender_accounts', accounts.forgedIds],
    ['account_proposals', accountProposals.forgedIds],
    ['retailer_terms', await listForgedTerms(database, secrets)],
    ['retailer_proposals', retailerProposals.forgedIds],
    ['payout_orders', await listForgedOrderIds(database, secrets)],
    ['desk_decisions', await listForgedProposalIds(database, secrets)],
  ]
  for (const [table, ids] of forged) for (const id of ids) await reportForgery(table, id)
  for (const [table, list] of LOOKS) for (const id of await list(context)) await reportForgery(table, id)
  await findForgedDebts(context)
}

/** Of rows that never end, as many as came last. */
const LOOKED_AT = 1_000
/** As many installments, from those that were due this long ago; the next look goes on after them. */
const OVERDUE_DAYS = 120

const placesReached = new WeakMap<Database, DuePlace>()

/** Rows from which the program computes what customers owe and get back. */
async function findForgedDebts(context: ForgedRowsContext): Promise<void> {
  const { database, secrets, clock, reportForgery } = context
  const start = { dueDate: addDays(calendarDateAt(clock.now()), -OVERDUE_DAYS), billetId: '' }
  const [billets, caseIds, invoiceIds, offerIds] = await Promise.all([
    listForgedBillets(database, secrets, placesReached.get(database) ?? start, LOOKED_AT),
    listForgedCaseIds(database, secrets),
    listForgedInvoiceIds(database, secrets, LOOKED_AT),
    listForgedOfferIds(database, secrets, LOOKED_AT),
  ])
  placesReached.set(database, billets.last ?? start)
  const found: [MacTable, readonly string[]][] = [
    ['billets', billets.forgedIds],
    ['suspense_cases', caseIds],
    ['invoices', invoiceIds],
    ['agreement_offers', offerIds],
  ]
  for (const [table, ids] of found) for (const id of ids) await reportForgery(table, id)
}
