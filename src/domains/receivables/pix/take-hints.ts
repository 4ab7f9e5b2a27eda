import type { Clock } from '../../../kernel/clock.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'
import { storeHints } from './hint-store.ts'

export interface HintContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}

/** Notes the payments that a webhook named; a job asks the PSP about each. */
export function takeHints({ database, clock }: HintContext, endToEndIds: readonly string[]): Promise<void> {
  return storeHints(database, endToEndIds, clock.now())
}
