import { computeRowMac, ForgedRow, isRowGenuine, type MacField } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Invoice } from './invoice.ts'

/** As the database has it: nobody has checked its MAC. */
export interface StoredInvoice extends Invoice {
  /** NULL once it was replaced or withdrawn: it decides nothing any more. */
  readonly mac: Buffer | null
}

/** The order of the fields is part of the format. */
const listFields = (invoice: Invoice): MacField[] => [
  invoice.id,
  invoice.transactionId,
  invoice.retailerId,
  invoice.version,
  invoice.fileName,
  invoice.sha256,
  invoice.bytes,
  invoice.state,
  JSON.stringify(invoice.findings),
  invoice.code,
  invoice.message,
  invoice.decidedBy,
  invoice.receivedAt,
  invoice.checkedAt,
  invoice.decidedAt,
  invoice.replacedAt,
]

export const computeInvoiceMac = (secrets: Secrets, invoice: Invoice): Buffer =>
  computeRowMac(secrets, 'invoices', listFields(invoice))

export function isGenuineInvoice(secrets: Secrets, { mac, ...invoice }: StoredInvoice): boolean {
  const isOver = invoice.replacedAt !== null || invoice.state === 'WITHDRAWN'
  return isOver ? mac === null : isRowGenuine(secrets, 'invoices', listFields(invoice), mac)
}

/** Throws ForgedRow. */
export function checkInvoice(secrets: Secrets, stored: StoredInvoice): Invoice {
  if (!isGenuineInvoice(secrets, stored)) throw new ForgedRow('invoices', stored.id)
  const { mac: _, ...invoice } = stored
  return invoice
}
