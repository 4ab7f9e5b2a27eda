import type { CostBearer } from '../../contract/cancel.ts'
import { InputError } from '../../kernel/faults.ts'
import { ForgedRow, isForgeryOf } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Payee } from './payee.ts'
import type { Schedule } from './schedule.ts'
import { findRetailer } from './store.ts'
import { computeTerms, NO_TERMS, type Terms, type TermsChanges } from './terms.ts'
import {
  findLatestTermsVersion,
  findTermsRow,
  insertTerms,
  listOutdatedTerms,
  listTermsRows,
  openTerms,
  type TermsAuthor,
  type TermsRow,
  termsMac,
} from './terms-store.ts'

/** Terms as they are in force, with their version: 0 before the first change. */
interface CurrentTerms extends Terms {
  readonly version: number
  readonly changedBy: string | undefined
  readonly changedAt: Date | undefined
}

/** Somebody wrote to the database without the program: such a retailer sells nothing and is paid nothing. */
const describeForgedTerms = (retailerId: string): ForgedRow =>
  new ForgedRow(
    'retailer_terms',
    retailerId,
    `the terms of retailer ${retailerId} were written or changed outside the program`,
  )

/** Undefined when there is no such retailer. Throws ForgedRow. */
export async function findTerms(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
): Promise<CurrentTerms | undefined> {
  const [retailer, row, latest] = await Promise.all([
    findRetailer(db, retailerId),
    findTermsRow(db, retailerId),
    findLatestTermsVersion(db, retailerId),
  ])
  if (retailer === undefined) return undefined
  // The newest row was removed: earlier terms must not come into force again.
  if ((row?.version ?? 0) !== latest) throw describeForgedTerms(retailerId)
  // A CNPJ of its registration counts until the terms name one.
  const registered = { ...NO_TERMS, cnpj: retailer.cnpj ?? undefined }
  if (row === undefined) return { ...registered, version: 0, changedBy: undefined, changedAt: undefined }
  const terms = openGenuine(secrets, row)
  if (terms === undefined) throw describeForgedTerms(retailerId)
  const { version, changedBy, changedAt } = row
  return { ...terms, cnpj: terms.cnpj ?? registered.cnpj, version, changedBy, changedAt }
}

function openGenuine(secrets: Secrets, row: TermsRow): Terms | undefined {
  if (!termsMac.isGenuine(secrets, row)) return undefined
  try {
    return openTerms(secrets, row)
  } catch {
    // The box of another row.
    return undefined
  }
}

/** Writes the next version of a retailer's terms and returns its number. Throws InputError or ForgedRow. */
export async function changeTerms(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  changes: TermsChanges,
  author: TermsAuthor,
): Promise<number> {
  const before = await findTerms(db, secrets, retailerId)
  if (before === undefined) throw new InputError(`there is no retailer ${retailerId}`)
  const version = before.version + 1
  const terms = computeTerms(before, changes, author.at)
  if (!(await insertTerms(db, secrets, { retailerId, version }, terms, author)))
    throw new InputError('somebody else changed this retailer at the same time: try again')
  return version
}

/** The first terms of a retailer that nobody has changed yet; others stay as they are. */
export async function publishFirstTerms(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  changes: TermsChanges,
  author: TermsAuthor,
): Promise<void> {
  if ((await findTermsRow(db, retailerId)) !== undefined) return
  // The account was never another one, so no payout has to wait for a person.
  const terms = { ...computeTerms(NO_TERMS, changes, author.at), accountChangedAt: undefined }
  await insertTerms(db, secrets, { retailerId, version: 1 }, terms, author)
}

/** What paying a retailer needs to know. */
export interface RetailerPayout {
  /** Absent until an account is registered; transfers wait for it. */
  readonly payee: Payee | undefined
  /** For some time after this a person approves each payout. Absent: it was never another account. */
  readonly changedAt: Date | undefined
  /** Its transfers wait. */
  readonly isSuspended: boolean
  readonly schedule: Schedule
}

/** A retailer whose terms are forged is not paid: as if it were suspended, without an account. */
export async function findPayee(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
): Promise<RetailerPayout> {
  const terms = await findTerms(db, secrets, retailerId).catch((error: unknown) => {
    if (isForgeryOf(error, 'retailer_terms')) return undefined
    throw error
  })
  if (terms === undefined)
    return { payee: undefined, changedAt: undefined, isSuspended: true, schedule: NO_TERMS.schedule }
  const { account, legalName, suspension, schedule, accountChangedAt } = terms
  return {
    payee: account && legalName !== undefined ? { name: legalName, ...account } : undefined,
    changedAt: accountChangedAt,
    isSuspended: suspension !== undefined,
    schedule,
  }
}

/**
 * Who bears what a cancellation after the transfer costs. The retailer, unless its genuine conditions say otherwise: a
 * forged row spares nobody.
 */
export async function findCostBearer(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
): Promise<CostBearer> {
  try {
    return (await findTerms(db, secrets, retailerId))?.cancellationCosts ?? NO_TERMS.cancellationCosts
  } catch (error) {
    if (isForgeryOf(error, 'retailer_terms')) return NO_TERMS.cancellationCosts
    throw error
  }
}

export async function listForgedTermsIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const [rows, outdated] = await Promise.all([listTermsRows(db), listOutdatedTerms(db)])
  const forged = rows.filter(row => openGenuine(secrets, row) === undefined)
  return [...new Set([...forged.map(({ retailerId }) => retailerId), ...outdated])]
}
