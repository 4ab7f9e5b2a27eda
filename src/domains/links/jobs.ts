import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { expireLinks } from './end-link.ts'
import { removeOldVisits } from './visit-store.ts'

export const linkJobs: JobTable<App> = {
  periodic: {
    'expire-payment-links': { everyMs: 5 * SECOND_MS, run: expireLinks },
    'remove-payment-link-visits': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeOldVisits(database, clock.now()),
    },
  },
}
