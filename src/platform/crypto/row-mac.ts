import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export type MacField = string | number | boolean | null | Date | Buffer | readonly string[]

/** Tables whose rows give rights or name where money goes. */
export type MacTable =
  | 'api_keys'
  | 'operators'
  | 'operator_sessions'
  | 'lender_accounts'
  | 'account_proposals'
  | 'pix_charges'
  | 'payout_orders'
  | 'retailer_terms'
  | 'retailer_proposals'
  | 'desk_decisions'
  | 'money_releases'

/** Rows of earlier versions that got their MACs, and rows that had one. */
export interface Adopted {
  readonly adopted: number
  readonly known: number
}

/** Told of a row whose MAC does not fit: somebody wrote to the database without the program. */
export type ReportForgery = (table: MacTable, rowId: string) => Promise<void>

/** Covers everything in the row that gives a right. The order of the fields is part of the format. */
export function computeRowMac(secrets: Secrets, table: MacTable, fields: readonly MacField[]): Buffer {
  return secrets.computeMac('row', JSON.stringify([table, ...fields.map(presentField)]))
}

/** False too for a row without a MAC. */
export function isRowGenuine(
  secrets: Secrets,
  table: MacTable,
  fields: readonly MacField[],
  mac: Buffer | null,
): boolean {
  const right = computeRowMac(secrets, table, fields)
  return mac !== null && mac.length === right.length && timingSafeEqual(mac, right)
}

/** Each kind of value has a form of its own, so that no two different rows read the same. */
function presentField(field: MacField): unknown {
  if (Buffer.isBuffer(field)) return { bytes: field.toString('hex') }
  if (field instanceof Date) return { at: field.getTime() }
  return field
}
