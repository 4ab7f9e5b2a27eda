import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { accrueMonths } from './accrue-month.ts'
import { provideMonths } from './provide-month.ts'

export const loanJobs: JobTable<App> = {
  periodic: {
    'accrue-interest': { everyMs: 5 * MINUTE_MS, run: app => accrueMonths(app) },
    'provide-for-losses': { everyMs: 5 * MINUTE_MS, run: app => provideMonths(app) },
  },
}
