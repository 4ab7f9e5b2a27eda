import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { accelerateLoans } from './accelerate-loans.ts'
import { findDueSteps, REMIND_CUSTOMER } from './find-due-steps.ts'
import { followListings } from './follow-listings.ts'
import { proveNotices, serveNotices } from './formal-notices.ts'
import { remindCustomer } from './remind-customer.ts'

export const collectionJobs: JobTable<App> = {
  periodic: {
    'find-due-steps': { everyMs: 5 * MINUTE_MS, run: findDueSteps },
    'serve-notices': { everyMs: 10 * MINUTE_MS, run: serveNotices },
    'prove-notices': { everyMs: MINUTE_MS, run: proveNotices },
    'follow-listings': { everyMs: MINUTE_MS, run: followListings },
    'accelerate-contracts': { everyMs: 10 * MINUTE_MS, run: accelerateLoans },
  },
  handlers: { [REMIND_CUSTOMER]: remindCustomer },
}
