import type { App } from '../../app/app.ts'
import { DAY_MS, HOUR_MS, type JobTable, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { recheckPaid } from './apply-outcome.ts'
import { orderDues } from './order-dues.ts'
import { runPayouts } from './run-payouts.ts'

export const payoutJobs: JobTable<App> = {
  periodic: {
    'run-payouts': { everyMs: 2 * SECOND_MS, run: runPayouts },
    'recheck-payouts': { everyMs: DAY_MS, run: recheckPaid },
    'order-dues': { everyMs: HOUR_MS, run: app => orderDues(app) },
  },
}
