import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { removePastRequests } from './request-store.ts'

export const retailerJobs: JobTable<App> = {
  periodic: {
    'remove-past-requests': {
      everyMs: MINUTE_MS,
      run: ({ database, realClock }) => removePastRequests(database, realClock.now()),
    },
  },
}
