import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { removeDeskLeftovers } from './sessions.ts'

export const deskJobs: JobTable<App> = {
  periodic: { 'remove-desk-leftovers': { everyMs: HOUR_MS, run: removeDeskLeftovers } },
}
