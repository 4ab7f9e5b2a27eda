import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { removeExpiredClaims } from './decision-store.ts'
import { removeOldChallenges, removeOldFailures } from './operator-store.ts'
import { removeOldSessions } from './sessions.ts'

export const deskJobs: JobTable<App> = {
  periodic: {
    'remove-desk-leftovers': {
      everyMs: HOUR_MS,
      async run(app) {
        const { database, realClock } = app
        await removeOldSessions(app)
        await removeOldFailures(database, realClock.now())
        await removeOldChallenges(database, realClock.now())
        await removeExpiredClaims(database, realClock.now())
      },
    },
  },
}
