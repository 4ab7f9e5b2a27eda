import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { removeUnboughtDecisions } from '../credit/index.ts'
import { removeOldOffers } from './renegotiation/store.ts'

export const quotingJobs: JobTable<App> = {
  periodic: {
    'remove-agreement-offers': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeOldOffers(database, clock.now()),
    },
    'remove-unbought-decisions': {
      everyMs: 10 * MINUTE_MS,
      run: ({ database }) => removeUnboughtDecisions(database),
    },
    'forget-credit': { everyMs: MINUTE_MS, run: ({ credit }) => credit.forgetStale() },
  },
}
