import type { InvoiceReadContext } from '../../flows/desk/read-invoices.ts'
import type { WebAssets } from '../../platform/http/web-assets.ts'

/** What the credit desk needs: the flows' own needs, the address of its pages, and their shell. */
export interface DeskApi extends InvoiceReadContext, WebAssets {
  readonly publicUrl: string
}
