import type { App } from '../../app/app.ts'
import type { AddressBudget } from '../../platform/http/address-budget.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { StorefrontFiles } from '../../platform/http/storefront-files.ts'
import type { UnknownKeyLimit } from '../../platform/http/unknown-keys.ts'

/** What a shop's page may ask: the flows' own needs, what limits it, and the scripts. */
export interface StorefrontApi extends App {
  readonly unknownKeys: UnknownKeyLimit
  /** Apart from that of the other routes: a busy page does not use up the budget of the shop's server. */
  readonly keyBudget: RateLimit
  readonly addressBudget: AddressBudget
  readonly scripts: StorefrontFiles
}
