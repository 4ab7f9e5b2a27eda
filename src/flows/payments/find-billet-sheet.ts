import type { Clock } from '../../kernel/clock.ts'
import {
  type Billet,
  findAccount,
  findBilletByToken,
  type LenderAccount,
  type LinkedBillet,
} from '../../modules/billets/index.ts'
import type { Retailers } from '../../modules/retailers/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { attachPixCodes } from '../pix/attach-codes.ts'

export interface BilletLinkContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly retailers: Retailers
}

/** Everything that a billet link shows: billet, beneficiary, payer and shop. */
export async function findBilletSheet(
  { database, secrets, clock, retailers }: BilletLinkContext,
  token: string,
): Promise<(LinkedBillet & { readonly retailerName: string }) | undefined> {
  const linked = await findBilletByToken(database, secrets, token, clock.now())
  if (linked === undefined) return undefined
  const [{ name }, [billet = linked.billet]] = await Promise.all([
    retailers.getRetailer(linked.billet.retailerId),
    attachPixCodes(database, secrets, [linked.billet]),
  ])
  return { ...linked, billet, retailerName: name }
}

export async function getAccountOfBillet(
  { database, secrets }: Pick<BilletLinkContext, 'database' | 'secrets'>,
  billet: Billet,
): Promise<LenderAccount> {
  const account = await findAccount(database, secrets, billet.accountId)
  if (account === undefined) throw new Error(`billet ${billet.id} names an account that does not exist`)
  return account
}
