import type { App } from '../../app/app.ts'
import { FIRST_STEPS, type FirstStep } from '../../contract/console-money.ts'
import { hasLinks } from '../links/index.ts'
import { hasSold } from '../purchases/index.ts'
import { findPayee } from '../retailers/index.ts'

/** What a shop does before its first sale. Read from what is there, so that nobody ticks anything off. */
export async function listFirstSteps(
  app: App,
  retailerId: string,
): Promise<readonly { readonly step: FirstStep; readonly isDone: boolean }[]> {
  const { database, secrets, realClock, retailers, webhooks } = app
  const [{ payee }, keys, endpoints, origins, isLinking, isSelling] = await Promise.all([
    findPayee(database, secrets, retailerId),
    retailers.listKeys(retailerId),
    webhooks.listEndpoints(retailerId),
    retailers.listOrigins(retailerId),
    hasLinks(database, retailerId),
    hasSold(database, retailerId),
  ])
  const now = realClock.now()
  const done: Readonly<Record<FirstStep, boolean>> = {
    ACCOUNT: payee !== undefined,
    KEY: keys.some(
      ({ kind, revokedAt, expiresAt }) =>
        kind === 'secret' && revokedAt === null && (expiresAt === null || expiresAt > now),
    ),
    WEBHOOK: endpoints.some(({ status }) => status === 'enabled'),
    ORIGIN: origins.length > 0,
    LINK: isLinking,
    SALE: isSelling,
  }
  return FIRST_STEPS.map(step => ({ step, isDone: done[step] }))
}
