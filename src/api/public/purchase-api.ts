import type { AuthorizeContext } from '../../flows/purchase/authorize-purchase.ts'
import type { CancelContext } from '../../flows/purchase/cancel-purchase.ts'
import type { RemoveContext } from '../../flows/purchase/remove-products.ts'
import type { Retailers } from '../../modules/retailers/index.ts'

/** Dependencies of the purchase endpoints: those of the flows, and the base address of links. */
export interface PurchaseApi extends AuthorizeContext, CancelContext, RemoveContext {
  readonly retailers: Retailers
  readonly publicUrl: string
}
