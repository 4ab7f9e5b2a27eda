import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { finishCancellations } from './cancel-purchase.ts'
import { expireStale } from './expire-stale.ts'
import { indexNames } from './index-names.ts'
import { turnCheckoutDays } from './turn-checkout-days.ts'

export const purchaseJobs: JobTable<App> = {
  periodic: {
    'expire-stale': { everyMs: 5 * SECOND_MS, run: expireStale },
    'turn-checkout-days': { everyMs: 10 * MINUTE_MS, run: turnDays },
    'index-names': { everyMs: 10 * MINUTE_MS, run: indexBuyers },
    'finish-cancellations': { everyMs: 5 * SECOND_MS, run: finishCancellations },
  },
}

async function indexBuyers(app: App): Promise<void> {
  const seen = await indexNames(app)
  if (seen > 0) app.log.info({ seen }, 'purchases can be found by the names of their customers')
}

async function turnDays(app: App): Promise<void> {
  const { dropped, removed } = await turnCheckoutDays(app)
  if (dropped.length + removed > 0) app.log.info({ dropped, removed }, 'past checkouts dropped')
}
