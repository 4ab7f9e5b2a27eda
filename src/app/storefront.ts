import type { StorefrontApi } from '../http/storefront/storefront-api.ts'
import { createAddressBudget } from '../platform/http/address-budget.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { openStorefrontFiles } from '../platform/http/storefront-files.ts'
import { createUnknownKeyLimit } from '../platform/http/unknown-keys.ts'
import { findStorefrontFolder } from '../platform/pages/built-pages.ts'
import type { Config } from './config/config.ts'
import type { Services } from './services.ts'

/** The services as the pages of shops see them, with budgets of their own. */
export function createStorefrontApi(config: Config, services: Services): StorefrontApi {
  const { database, secrets } = services
  return {
    ...services,
    unknownKeys: createUnknownKeyLimit({
      database,
      hash: text => secrets.computeBlindIndex('request', text),
      limitPerMinute: config.unknownKeyLimitPerMinute,
    }),
    keyBudget: createRateLimit(database),
    addressBudget: createAddressBudget(config.storefrontAddressLimitPerMinute),
    scripts: openStorefrontFiles(findStorefrontFolder),
  }
}
