import type { App } from '../../../app/app.ts'
import { storeHints } from './hint-store.ts'

/** Notes the payments that a webhook named; a job asks the PSP about each. */
export function takeHints({ database, clock }: App, endToEndIds: readonly string[]): Promise<void> {
  return storeHints(database, endToEndIds, clock.now())
}
