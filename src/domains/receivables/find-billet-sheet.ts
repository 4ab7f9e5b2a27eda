import type { RetailerTheme } from '../../contract/theme.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Retailers } from '../retailers/index.ts'
import { findAccount } from './billets/accounts.ts'
import type { Billet, LenderAccount } from './billets/billet.ts'
import { findBilletByToken, type LinkedBillet } from './billets/issue.ts'
import { attachPixCodes } from './pix/attach-codes.ts'

export interface BilletLinkContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly retailers: Retailers
}

interface LinkedSheet extends LinkedBillet {
  readonly retailerName: string
  readonly theme: RetailerTheme
  readonly finalBeneficiary: Company | undefined
}

interface Company {
  readonly name: string
  readonly cnpj: string
}

/** Undefined until both were registered. */
export function describeCompany({
  legalName,
  cnpj,
}: Awaited<ReturnType<Retailers['getRetailer']>>): Company | undefined {
  return legalName === undefined || !cnpj ? undefined : { name: legalName, cnpj }
}

/** Everything that a billet link shows: billet, beneficiary, payer and shop. */
export async function findBilletSheet(
  { database, secrets, clock, retailers }: BilletLinkContext,
  token: string,
): Promise<LinkedSheet | undefined> {
  const linked = await findBilletByToken(database, secrets, token, clock.now())
  if (linked === undefined) return undefined
  const [retailer, theme, [billet = linked.billet]] = await Promise.all([
    retailers.getRetailer(linked.billet.retailerId),
    retailers.findTheme(linked.billet.retailerId),
    attachPixCodes(database, secrets, [linked.billet]),
  ])
  return {
    ...linked,
    billet,
    retailerName: retailer.name,
    theme,
    finalBeneficiary: describeCompany(retailer),
  }
}

export async function getAccountOfBillet(
  { database, secrets }: Pick<BilletLinkContext, 'database' | 'secrets'>,
  billet: Billet,
): Promise<LenderAccount> {
  const account = await findAccount(database, secrets, billet.accountId)
  if (account === undefined) throw new Error(`billet ${billet.id} names an account that does not exist`)
  return account
}
