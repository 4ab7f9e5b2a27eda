import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { type NumberMarks, noMarks } from '../../../platform/deployment/number-marks.ts'
import { findAccount } from './accounts.ts'
import type { Billet, LenderAccount, Payer } from './billet.ts'
import { toBillet } from './billet-row.ts'
import { type Contract, composeBillet, hashLinkToken, listBilletTerms } from './compose.ts'
import { placeOrders } from './orders.ts'
import { OUR_NUMBERS } from './our-numbers.ts'
import { findPayers, insertPayers } from './payers.ts'
import { cancelPending, findBilletRowByToken, insertBillets, takeOurNumbers } from './store.ts'

/** The link still shows paid or expired billets for this long. */
const LINK_LIVES_DAYS_AFTER_EXPIRATION = 180
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{32}$/

/**
 * Issues all billets of a contract with their bank orders, or none. A InputError names the figure that does not fit.
 */
export async function issueBillets(
  tx: Transaction,
  secrets: Secrets,
  contract: Contract & { readonly payer: Payer },
  marks: NumberMarks = noMarks,
): Promise<Billet[]> {
  const ourNumbers = await takeOurNumbers(tx, listBilletTerms(contract).length)
  await marks.cover(OUR_NUMBERS, Math.max(...ourNumbers))
  const billets = composeBillets(contract, ourNumbers)
  storeBillets(tx, secrets, [{ ...contract, billets }], contract.issuedAt)
  return billets
}

/** Assigns the numbers in order; each belongs to this contract only. */
export function composeBillets(contract: Contract, ourNumbers: readonly number[]): Billet[] {
  const terms = listBilletTerms(contract)
  if (terms.length === 0) throw new RangeError('a contract has at least one billet')
  return terms.map((each, index) => composeBillet(contract, each, ourNumbers[index] ?? 0))
}

export interface IssuedBillets {
  readonly transactionId: string
  readonly payer: Payer
  readonly billets: readonly Billet[]
}

/** Stores composed billets of one or more contracts, with their bank orders. */
export function storeBillets(
  tx: Transaction,
  secrets: Secrets,
  contracts: readonly IssuedBillets[],
  now: Date,
): void {
  const billets = contracts.flatMap(contract => contract.billets)
  if (billets.length === 0) return
  insertPayers(tx, secrets, contracts)
  insertBillets(tx, secrets, billets)
  placeOrders(tx, 'register', billets, now)
}

/** Cancels the billets that are neither paid nor canceled, and asks the bank to refuse payments from now on. */
export async function cancelBillets(
  tx: Transaction,
  secrets: Secrets,
  contract: { readonly retailerId: string; readonly transactionId: string },
  now: Date,
): Promise<Billet[]> {
  const billets = await cancelPending(tx, secrets, contract, now)
  placeOrders(tx, 'write-off', billets, now)
  return billets
}

export interface LinkedBillet {
  readonly billet: Billet
  readonly account: LenderAccount
  readonly payer: Payer
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
