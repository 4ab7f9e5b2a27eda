import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export type MacField = string | number | boolean | null | Date | Buffer | readonly string[]

/** Tables whose rows give rights, open an account, set conditions or name where money goes. */
export type MacTable =
  | 'api_keys'
  | 'operators'
  | 'operator_sessions'
  | 'lender_accounts'
  | 'account_proposals'
  | 'agreement_offers'
  | 'billet_payments'
  | 'billets'
  | 'invoices'
  | 'settlements'
  | 'suspense_cases'
  | 'waivers'
  | 'pix_charges'
  | 'payout_orders'
  | 'retailer_terms'
  | 'retailer_proposals'
  | 'ledger_entries'
  | 'transactions'
  | 'checkouts'
  | 'customer_sessions'
  | 'onboarding_sessions'
  | 'payment_link_visits'
  | 'payment_links'
  | 'credit_policies'
  | 'webhook_endpoints'
  | 'operator_passkeys'
  | 'desk_decisions'
  | 'money_releases'
  | 'special_cases'
  | 'screening_lists'
  | 'compliance_cases'
  | 'compliance_reports'
  | 'funds'
  | 'assignments'
  | 'closings'
  | 'proposed_entries'
  | 'selic_rates'
  | 'sales_limits'
  | 'staff_people'
  | 'staff_memberships'
  | 'staff_invitations'
  | 'staff_sessions'
  | 'staff_passkeys'
  | 'staff_resets'
  | 'connector_accounts'
  | 'connector_payments'
  | 'connector_operations'

/** Called with a row whose MAC does not match: somebody wrote to the database without the program. */
export type ReportForgery = (table: MacTable, rowId: string) => Promise<void>

/** A row that this program did not write was about to be used. */
export class ForgedRow extends Error {
  readonly table: MacTable
  readonly rowId: string

  constructor(
    table: MacTable,
    rowId: string,
    message = `row ${rowId} of ${table} was not written by this program`,
  ) {
    super(message)
    this.name = 'ForgedRow'
    this.table = table
    this.rowId = rowId
  }
}

/** For a caller that handles forged rows of one table itself. */
export const isForgeryOf = (error: unknown, table: MacTable): error is ForgedRow =>
  error instanceof ForgedRow && error.table === table

/** Reports every forged row in an error, its causes and its parts. */
export async function reportForgedRow(error: unknown, reportForgery: ReportForgery): Promise<void> {
  for (const { table, rowId } of listForgedRows(error)) await reportForgery(table, rowId)
}

function listForgedRows(error: unknown): ForgedRow[] {
  if (error instanceof ForgedRow) return [error]
  if (error instanceof AggregateError) return error.errors.flatMap(listForgedRows)
  return error instanceof Error && error.cause !== undefined ? listForgedRows(error.cause) : []
}

/** Resolves with undefined for a forged row, and reports it. */
export async function orReport<Found>(
  report: ReportForgery,
  finding: Promise<Found | undefined>,
): Promise<Found | undefined> {
  try {
    return await finding
  } catch (error) {
    if (!(error instanceof ForgedRow)) throw error
    await report(error.table, error.rowId)
    return undefined
  }
}

export interface RowMac<Covered> {
  readonly compute: (secrets: Secrets, row: Covered) => Buffer
  /** False too for a row without a MAC. */
  readonly isGenuine: (secrets: Secrets, row: Covered & StoredMac) => boolean
  /** Returns the row. Throws ForgedRow. */
  readonly check: <Row extends Covered & StoredMac>(secrets: Secrets, row: Row) => Row
}

interface StoredMac {
  readonly mac: Buffer | null
}

/**
 * `listFields` gives everything in the row that gives a right; the order of the fields is part of the format. The first one
 * is the row's name in reports, unless `nameRow` gives another.
 */
export function defineMac<Covered>(
  table: MacTable,
  listFields: (row: Covered) => readonly MacField[],
  nameRow: (row: Covered) => string = row => String(listFields(row)[0]),
): RowMac<Covered> {
  const compute = (secrets: Secrets, row: Covered): Buffer =>
    secrets.computeMac('row', JSON.stringify([table, ...listFields(row).map(presentField)]))
  const isGenuine = (secrets: Secrets, row: Covered & StoredMac): boolean => {
    const right = compute(secrets, row)
    return row.mac !== null && row.mac.length === right.length && timingSafeEqual(row.mac, right)
  }
  return {
    compute,
    isGenuine,
    check(secrets, row) {
      if (!isGenuine(secrets, row)) throw new ForgedRow(table, nameRow(row))
      return row
    },
  }
}

/** Each kind of value has a form of its own, so that no two different rows read the same. */
function presentField(field: MacField): unknown {
  if (Buffer.isBuffer(field)) return { bytes: field.toString('hex') }
  if (field instanceof Date) return { at: field.getTime() }
  return field
}
