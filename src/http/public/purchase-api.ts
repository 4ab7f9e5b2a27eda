import type { AuthorizeContext, CancelContext, RemoveContext } from '../../domains/purchases/index.ts'
import type { Retailers } from '../../domains/retailers/index.ts'

/** Dependencies of the purchase endpoints: those of the flows, and the base address of links. */
export interface PurchaseApi extends AuthorizeContext, CancelContext, RemoveContext {
  readonly retailers: Retailers
  readonly publicUrl: string
}
