import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { passOnCollections } from './pass-on.ts'

export const assignmentJobs: JobTable<App> = {
  periodic: {
    'pass-on-collections': {
      everyMs: HOUR_MS,
      run: async app => {
        await passOnCollections(app)
      },
    },
  },
}
