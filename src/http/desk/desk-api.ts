import type { DeskContext } from '../../domains/desk/index.ts'
import type { InvoiceReadContext } from '../../domains/purchases/index.ts'
import type { SettlementContext } from '../../domains/servicing/index.ts'
import type { WebAssets } from '../../platform/http/web-assets.ts'

/** Dependencies of the credit desk: those of the flows, the address of its pages, and their shell. */
export interface DeskApi extends InvoiceReadContext, WebAssets {
  readonly publicUrl: string
  readonly isHomologation: boolean
  readonly pixApi: SettlementContext['pixApi']
  readonly reportForgery: DeskContext['reportForgery']
}
