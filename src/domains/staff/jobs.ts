import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { applyDueAccountChanges } from './account-changes.ts'
import { removeStaffLeftovers } from './sessions.ts'

export const staffJobs: JobTable<App> = {
  periodic: {
    'apply-account-changes': { everyMs: MINUTE_MS, run: applyDueAccountChanges },
    'remove-staff-leftovers': { everyMs: HOUR_MS, run: removeStaffLeftovers },
  },
}
