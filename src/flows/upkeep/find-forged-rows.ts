import { listAccounts } from '../../modules/billets/index.ts'
import { listForgedOperatorIds, listForgedProposalIds } from '../../modules/desk/index.ts'
import { listForgedOrderIds } from '../../modules/payouts/index.ts'
import { listForgedTerms, type Retailers } from '../../modules/retailers/index.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
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
  const [keys, operatorIds, { forgedIds }, retailerIds, orderIds, proposalIds] = await Promise.all([
    retailers.listKeys(undefined),
    listForgedOperatorIds(database, secrets),
    listAccounts(database, secrets),
    listForgedTerms(database, secrets),
    listForgedOrderIds(database, secrets),
    listForgedProposalIds(database, secrets),
  ])
  for (const { id, isGenuine } of keys) if (!isGenuine) await reportForgery('api_keys', id)
  for (const id of operatorIds) await reportForgery('operators', id)
  for (const id of forgedIds) await reportForgery('lender_accounts', id)
  for (const id of retailerIds) await reportForgery('retailer_terms', id)
  for (const id of orderIds) await reportForgery('payout_orders', id)
  for (const id of proposalIds) await reportForgery('desk_decisions', id)
}
