import type { App } from '../../app/app.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findAccount, type LenderAccount } from '../lender/index.ts'
import type { Billet, Payer } from './billets/billet.ts'
import { hashLinkToken } from './billets/compose.ts'
import type { PdfLayout } from './billets/pdf/pages.ts'
import { renderBilletPdf } from './billets/pdf/render.ts'
import type { BilletSheet } from './billets/pdf/sheet.ts'
import { computeStanding } from './billets/standing.ts'
import { findReportedAmount } from './billets/store/bank-reports.ts'
import { toBillet } from './billets/store/billet-row.ts'
import { findBillet, findBilletRowByToken, listBillets, omitReplaced } from './billets/store/billets.ts'
import { findPayers } from './billets/store/payers.ts'
import { composeTxid } from './billets/txid.ts'
import { attachPixCodes } from './pix/charge-store.ts'

/** The link still shows paid or expired billets for this long. */
const LINK_LIVES_DAYS_AFTER_EXPIRATION = 180
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{32}$/

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
  const [retailer, theme, [billet = linked.billet]] = await Promise.all([
    retailers.getRetailer(linked.billet.retailerId),
    retailers.findTheme(linked.billet.retailerId),
    attachPixCodes(database, secrets, [linked.billet]),
  ])
  return {
    ...linked,
    billet,
    ...describeShop(retailer),
    theme,
  }
}

/** The company is unknown until its name and number were both registered. */
function describeShop({ name, legalName, cnpj }: Awaited<ReturnType<App['retailers']['getRetailer']>>) {
  const finalBeneficiary = legalName === undefined || !cnpj ? undefined : { name: legalName, cnpj }
  return { retailerName: name, finalBeneficiary }
}

/**
 * The billets that can be paid as one PDF; undefined where there is none. Paid and canceled ones are left out: people pay
 * the slip that they hold, whatever other pages say. One that is being registered says so, and may be paid by Pix.
 */
export async function printBillets(
  { retailers, clock }: App,
  { billets, ...parties }: Pick<BilletSheet, 'account' | 'payer'> & { readonly billets: readonly Billet[] },
  layout: PdfLayout,
): Promise<Buffer | undefined> {
  const printedOn = calendarDateAt(clock.now())
  const printable = billets.filter(billet =>
    ['open', 'late', 'registering'].includes(computeStanding(billet, printedOn)),
  )
  const [first] = printable
  if (first === undefined) return undefined
  const shop = describeShop(await retailers.getRetailer(first.retailerId))
  const sheets = printable.map(billet => ({ billet, ...parties, ...shop, printedOn }))
  return renderBilletPdf(sheets, layout)
}

interface CustomerBillets {
  /** Without those in whose place another was issued; those that can be paid with their Pix codes. */
  readonly billets: readonly Billet[]
  /** That all of them are paid to; undefined before any is issued. */
  readonly account: LenderAccount | undefined
}

/** What a contract asks its customer to pay. Throws ForgedRow. */
export async function readBillets(
  { database, secrets }: App,
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
  readonly account: LenderAccount
  /** The charge at the PSP that the code is of; undefined where there is none, or the code is a static one. */
  readonly txid: string | undefined
}

/** A billet with everything that its payer needs; those of other retailers are not found. */
export async function readBillet(
  { secrets }: App,
  db: Queryable,
  retailerId: string,
  billetId: string,
): Promise<PayableBillet | undefined> {
  const billet = await findBillet(db, secrets, retailerId, billetId)
  if (billet === undefined) return undefined
  const [account, [{ pixCode } = billet]] = await Promise.all([
    findAccount(db, secrets, billet.accountId),
    attachPixCodes(db, secrets, [billet]),
  ])
  if (account === undefined) throw new Error(`billet ${billetId} names an account that does not exist`)
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
