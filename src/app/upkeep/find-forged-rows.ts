import { listForgedAccountIds, listForgedPaymentIds } from '../../../connectors/core/index.ts'
import { listForgedPolicyIds } from '../../domains/credit/policies.ts'
import { listForgedCustomerSessionIds } from '../../domains/customers/index.ts'
import { listForgedDecisionIds } from '../../domains/desk/index.ts'
import { listForgedInvoiceIds } from '../../domains/invoices/store.ts'
import { listAccountProposals, listAccounts } from '../../domains/lender/index.ts'
import { listForgedOperatorIds } from '../../domains/operators/index.ts'
import { listForgedOrderIds } from '../../domains/payouts/index.ts'
import { listForgedOfferIds } from '../../domains/quoting/renegotiation/store.ts'
import { forgedReceivables } from '../../domains/receivables/forged-rows.ts'
import { listForgedTermsIds, listRetailerProposals } from '../../domains/retailers/index.ts'
import { listForgedCaseIds } from '../../domains/special-cases/index.ts'
import { forgedStaff } from '../../domains/staff/index.ts'
import { listForgedEndpointIds } from '../../domains/webhooks/index.ts'
import type { MacTable } from '../../platform/crypto/row-mac.ts'
import type { App } from '../app.ts'

/** How many of the newest rows are checked in tables that only grow. */
const LOOKED_AT = 1_000

/** Every table whose rows might be used before the program reads and verifies them. */
const LOOKS: readonly [MacTable, (app: App) => Promise<readonly string[]>][] = [
  ['api_keys', listForgedKeyIds],
  ['operators', ({ database, secrets }) => listForgedOperatorIds(database, secrets)],
  ['lender_accounts', async ({ database, secrets }) => (await listAccounts(database, secrets)).forgedIds],
  [
    'account_proposals',
    async ({ database, secrets }) => (await listAccountProposals(database, secrets)).forgedIds,
  ],
  ['retailer_terms', ({ database, secrets }) => listForgedTermsIds(database, secrets)],
  [
    'retailer_proposals',
    async ({ database, secrets }) => (await listRetailerProposals(database, secrets)).forgedIds,
  ],
  ['payout_orders', ({ database, secrets }) => listForgedOrderIds(database, secrets)],
  ['desk_decisions', ({ database, secrets }) => listForgedDecisionIds(database, secrets)],
  ['credit_policies', ({ database, secrets }) => listForgedPolicyIds(database, secrets)],
  ['webhook_endpoints', ({ database, secrets }) => listForgedEndpointIds(database, secrets)],
  [
    'customer_sessions',
    ({ database, secrets, realClock }) => listForgedCustomerSessionIds(database, secrets, realClock.now()),
  ],
  ...forgedReceivables,
  ...forgedStaff,
  ['invoices', ({ database, secrets }) => listForgedInvoiceIds(database, secrets, LOOKED_AT)],
  ['special_cases', ({ database, secrets }) => listForgedCaseIds(database, secrets)],
  ['connector_accounts', ({ database, secrets }) => listForgedAccountIds(database, secrets)],
  ['connector_payments', ({ database, secrets }) => listForgedPaymentIds(database, secrets, LOOKED_AT)],
  ['agreement_offers', ({ database, secrets }) => listForgedOfferIds(database, secrets, LOOKED_AT)],
]

/** Reports rows that were written or changed without the deployment's key, before anybody uses them. */
export async function findForgedRows(app: App): Promise<void> {
  for (const [table, listForgedIds] of LOOKS)
    for (const id of await listForgedIds(app)) await app.reportForgery(table, id)
}

async function listForgedKeyIds({ retailers }: App): Promise<string[]> {
  return (await retailers.listKeys(undefined)).filter(({ isGenuine }) => !isGenuine).map(({ id }) => id)
}
