import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { removeSignInLeftovers } from '../operators/index.ts'
import { removeExpiredClaims } from './decision-store.ts'

export const deskJobs: JobTable<App> = {
  periodic: {
    'remove-desk-leftovers': {
      everyMs: HOUR_MS,
      async run(app) {
        await removeSignInLeftovers(app)
        await removeExpiredClaims(app.database, app.realClock.now())
      },
    },
  },
}
