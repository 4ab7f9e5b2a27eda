import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { ANALYSE_DOCUMENTS, analyseDocuments } from './analyse-documents.ts'
import { removeExpiredSessions } from './store.ts'

export const onboardingJobs: JobTable<App> = {
  periodic: {
    'remove-sessions': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeExpiredSessions(database, clock.now()),
    },
  },
  handlers: { [ANALYSE_DOCUMENTS]: analyseDocuments },
}
