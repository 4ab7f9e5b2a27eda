import type { App } from '../../app/app.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findAccount, type LenderAccount } from '../lender/index.ts'
import { type Billet, composeTxid, type Payer } from './billets/billet.ts'
import { hashLinkToken } from './billets/compose.ts'
import type { BilletSheet } from './billets/pdf/sheet.ts'
import { findReportedAmount } from './billets/store/bank-reports.ts'
import { toBillet } from './billets/store/billet-row.ts'
import {
  findBillet,
  findBilletOfAny,
  findBilletRowByToken,
  listBillets,
  omitReplaced,
} from './billets/store/billets.ts'
import { findPayers } from './billets/store/payers.ts'
import { attachPixCodes } from './pix/charge-store.ts'

/** The link still shows paid or expired billets for this long. */
const LINK_LIVES_DAYS_AFTER_EXPIRATION = 180
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{32}$/

/** The App, or a transaction in place of its database. */
interface Reader {
  readonly database: Queryable
  readonly secrets: Secrets
}

interface LinkedBillet {
  readonly billet: Billet
  readonly account: LenderAccount
  readonly payer: Payer
}

/** Everything that a billet link shows: billet, beneficiary, payer and shop. */
interface LinkedSheet extends BilletSheet {
  readonly theme: RetailerTheme
}

export async function findBilletSheet(
  { database, secrets, clock, retailers }: App,
  token: string,
): Promise<LinkedSheet | undefined> {
  const linked = await findBilletByToken(database, secrets, token, clock.now())
  if (linked === undefined) return undefined
  const [shop, theme, [billet = linked.billet]] = await Promise.all([
    retailers.getRetailer(linked.billet.retailerId),
    retailers.findTheme(linked.billet.retailerId),
    attachPixCodes(database, secrets, [linked.billet]),
  ])
  return { ...linked, billet, shop, theme }
}

interface CustomerBillets {
  /** Without those in whose place another was issued; those that can be paid with their Pix codes. */
  readonly billets: readonly Billet[]
  /** That all of them are paid to; undefined before any is issued. */
  readonly account: LenderAccount | undefined
}

/** What a contract asks its customer to pay. Throws ForgedRow. */
export async function readBillets(
  { database, secrets }: Reader,
  retailerId: string,
  transactionId: string,
): Promise<CustomerBillets> {
  const issued = await listBillets(database, secrets, retailerId, transactionId)
  const [first] = issued
  const [account, billets] = await Promise.all([
    first && findAccount(database, secrets, first.accountId),
    attachPixCodes(database, secrets, omitReplaced(issued)),
  ])
  return { account, billets }
}

/** What a payment of a billet was, for its receipt. The bank's report counts, where the payment has one. */
export async function findReceipt(
  { database, secrets, clock }: App,
  contract: { readonly id: string; readonly retailerId: string },
  { billetId, reference }: { readonly billetId: string; readonly reference: string },
) {
  const billet = await findBillet(database, secrets, contract.retailerId, billetId)
  if (billet?.transactionId !== contract.id) return undefined
  const reported = await findReportedAmount(database, reference)
  return {
    amountCentavos: reported?.amountCentavos ?? billet.amountCentavos,
    installments: billet.installmentCount,
    paidOn: reported?.paidOn ?? calendarDateAt(billet.paidAt ?? clock.now()),
  }
}

interface PayableBillet {
  /** As it was issued. */
  readonly billet: Billet
  /** The code that a payer sees now. */
  readonly pixCode: string | undefined
  readonly account: LenderAccount | undefined
  /** The charge at the PSP that the code is of; undefined where there is none, or the code is a static one. */
  readonly txid: string | undefined
}

/**
 * A billet with everything that its payer needs, by its id or its our-number. Without a retailer it is found whoever
 * sold: only for the lender's staff. Throws ForgedRow.
 */
export async function readBillet(
  { database, secrets }: Reader,
  name: { readonly id: string } | { readonly ourNumber: number },
  retailerId?: string,
): Promise<PayableBillet | undefined> {
  const row = await findBilletOfAny(database, secrets, name)
  if (row === undefined || (retailerId !== undefined && row.retailerId !== retailerId)) return undefined
  const billet = toBillet(secrets, row)
  const [account, [{ pixCode } = billet]] = await Promise.all([
    findAccount(database, secrets, billet.accountId),
    attachPixCodes(database, secrets, [billet]),
  ])
  const hasCharge = pixCode !== undefined && pixCode !== billet.pixCode
  return { billet, pixCode, account, txid: hasCharge ? composeTxid(billet) : undefined }
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
