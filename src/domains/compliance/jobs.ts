import type { App } from '../../app/app.ts'
import type { JobTable } from '../../platform/jobs/job-table.ts'
import { SCREEN_CUSTOMERS, screenCustomers } from './screen-customers.ts'

export const complianceJobs: JobTable<App> = {
  periodic: {},
  handlers: { [SCREEN_CUSTOMERS]: screenCustomers },
}
