import { defineMac, ForgedRow } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Invoice } from './invoice.ts'

/** As the database has it: nobody has checked its MAC. */
export interface StoredInvoice extends Invoice {
  /** NULL once it was replaced or withdrawn: it decides nothing any more. */
  readonly mac: Buffer | null
}

const mac = defineMac('invoices', (invoice: Invoice) => [
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
])

export const computeInvoiceMac = mac.compute

export function isGenuineInvoice(secrets: Secrets, stored: StoredInvoice): boolean {
  const isOver = stored.replacedAt !== null || stored.state === 'WITHDRAWN'
  return isOver ? stored.mac === null : mac.isGenuine(secrets, stored)
}

/** Throws ForgedRow. */
export function checkInvoice(secrets: Secrets, stored: StoredInvoice): Invoice {
  if (!isGenuineInvoice(secrets, stored)) throw new ForgedRow('invoices', stored.id)
  const { mac: _, ...invoice } = stored
  return invoice
}
