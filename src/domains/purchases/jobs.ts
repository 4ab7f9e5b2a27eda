import type { App } from '../../app/app.ts'
import { type JobTable, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { finishCancellations } from './cancel-purchase.ts'
import { expireStale } from './expire-stale.ts'

export const purchaseJobs: JobTable<App> = {
  periodic: {
    'expire-stale': { everyMs: 5 * SECOND_MS, run: expireStale },
    'finish-cancellations': { everyMs: 5 * SECOND_MS, run: finishCancellations },
  },
}
