import type { App } from '../../app/app.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findAccount, type LenderAccount } from '../lender/index.ts'
import type { Retailers } from '../retailers/index.ts'
import type { Billet, Payer } from './billets/billet.ts'
import { toBillet } from './billets/billet-row.ts'
import { hashLinkToken } from './billets/compose.ts'
import { findPayers } from './billets/payers.ts'
import { findBilletRowByToken } from './billets/store.ts'
import { attachPixCodes } from './pix/charge-store.ts'

/** The link still shows paid or expired billets for this long. */
const LINK_LIVES_DAYS_AFTER_EXPIRATION = 180
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{32}$/

interface LinkedBillet {
  readonly billet: Billet
  readonly account: LenderAccount
  readonly payer: Payer
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

/**
 * The billet that a link shows. Undefined for a wrong or expired link, and once the payer was forgotten. Throws ForgedRow.
 */
export async function findBilletByToken(
  db: Queryable,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<LinkedBillet | undefined> {
  if (!TOKEN_PATTERN.test(token)) return undefined
  const row = await findBilletRowByToken(db, secrets, hashLinkToken(token))
  if (row === undefined || calendarDateAt(now) > computeLinkEnd(row.expirationDate)) return undefined
  const [account, payers] = await Promise.all([
    findAccount(db, secrets, row.accountId),
    findPayers(db, secrets, [row.transactionId]),
  ])
  const payer = payers.get(row.transactionId)
  return account && payer && { billet: toBillet(secrets, row), account, payer }
}

const computeLinkEnd = (expirationDate: CalendarDate): CalendarDate =>
  addDays(expirationDate, LINK_LIVES_DAYS_AFTER_EXPIRATION)
