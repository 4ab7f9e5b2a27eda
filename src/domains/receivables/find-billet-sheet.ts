import type { App } from '../../app/app.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import type { Retailers } from '../retailers/index.ts'
import { findAccount } from './billets/accounts.ts'
import type { Billet, LenderAccount } from './billets/billet.ts'
import { findBilletByToken, type LinkedBillet } from './billets/issue.ts'
import { attachPixCodes } from './pix/charge-store.ts'

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
  { database, secrets, clock, retailers }: App,
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

export async function getAccountOfBillet({ database, secrets }: App, billet: Billet): Promise<LenderAccount> {
  const account = await findAccount(database, secrets, billet.accountId)
  if (account === undefined) throw new Error(`billet ${billet.id} names an account that does not exist`)
  return account
}
