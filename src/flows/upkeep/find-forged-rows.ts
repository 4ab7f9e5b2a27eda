import { listAccountProposals, listAccounts } from '../../modules/billets/index.ts'
import { listForgedOperatorIds, listForgedProposalIds } from '../../modules/desk/index.ts'
import { listForgedOrderIds } from '../../modules/payouts/index.ts'
import { listForgedTerms, listRetailerProposals, type Retailers } from '../../modules/retailers/index.ts'
import type { MacTable, ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'

export interface ForgedRowsContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly retailers: Retailers
  readonly reportForgery: ReportForgery
}

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
}
