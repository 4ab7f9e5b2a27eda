import type { InvoiceReadContext } from '../../flows/desk/read-invoices.ts'
import type { SettlementContext } from '../../flows/servicing/issue-settlement.ts'
import type { DeskContext } from '../../modules/desk/index.ts'
import type { WebAssets } from '../../platform/http/web-assets.ts'

/** Dependencies of the credit desk: those of the flows, the address of its pages, and their shell. */
export interface DeskApi extends InvoiceReadContext, WebAssets {
  readonly publicUrl: string
  readonly isHomologation: boolean
  readonly pixApi: SettlementContext['pixApi']
  readonly reportForgery: DeskContext['reportForgery']
}
