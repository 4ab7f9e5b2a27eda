import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Invoice } from './invoice.ts'
import { findInvoice, listVersions } from './store.ts'

/** An invoice with all versions of its transaction, itself included, oldest first. */
export interface InvoiceForDesk {
  readonly invoice: Invoice
  readonly versions: readonly Invoice[]
}

/** Throws ForgedRow. */
export async function findInvoiceForDesk(
  db: Queryable,
  secrets: Secrets,
  invoiceId: string,
): Promise<InvoiceForDesk | undefined> {
  const invoice = await findInvoice(db, secrets, invoiceId)
  return invoice && { invoice, versions: await listVersions(db, secrets, invoice.transactionId) }
}

/** The PDF as received. Offer it as a download only: the file is untrusted. Throws ForgedRow. */
export async function openInvoiceFile(
  db: Queryable,
  secrets: Secrets,
  files: Files,
  invoiceId: string,
): Promise<{ readonly mediaType: 'application/pdf'; readonly bytes: Buffer } | undefined> {
  const invoice = await findInvoice(db, secrets, invoiceId)
  const bytes = invoice && (await files.get(invoice.fileName))
  return bytes && { mediaType: 'application/pdf', bytes }
}
