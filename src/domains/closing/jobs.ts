import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { continueClosings } from './run-closing.ts'

export const closingJobs: JobTable<App> = {
  periodic: { 'take-month-end-snapshots': { everyMs: MINUTE_MS, run: continueClosings } },
}
