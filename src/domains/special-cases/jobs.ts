import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { followCases } from './follow-cases.ts'

export const specialCaseJobs: JobTable<App> = {
  periodic: { 'follow-special-cases': { everyMs: 10 * MINUTE_MS, run: followCases } },
  handlers: {},
}
