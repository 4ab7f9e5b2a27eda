import type { PreviewContext } from '../../domains/links/index.ts'
import type { AddressBudget } from '../../platform/http/address-budget.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { StorefrontFiles } from '../../platform/http/storefront-files.ts'
import type { UnknownKeyLimit } from '../../platform/http/unknown-keys.ts'

/** What a shop's page may ask: the flows' own needs, what limits it, and the scripts. */
export interface StorefrontApi extends Omit<PreviewContext, 'previews'> {
  readonly unknownKeys: UnknownKeyLimit
  /** Apart from that of the other routes: a page that is asked too often takes nothing from the shop's server. */
  readonly keyBudget: RateLimit
  readonly addressBudget: AddressBudget
  readonly scripts: StorefrontFiles
}
