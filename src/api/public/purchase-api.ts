import type { AuthorizeContext } from '../../flows/purchase/authorize-purchase.ts'
import type { CancelContext } from '../../flows/purchase/cancel-purchase.ts'
import type { RemoveContext } from '../../flows/purchase/remove-products.ts'
import type { Retailers } from '../../modules/retailers/index.ts'

/** What the endpoints about purchases need: the flows' own needs, and the address that links begin with. */
export interface PurchaseApi extends AuthorizeContext, CancelContext, RemoveContext {
  readonly retailers: Retailers
  readonly publicUrl: string
}
