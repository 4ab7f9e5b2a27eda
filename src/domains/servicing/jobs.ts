import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { removeOldCodeRequests } from '../codes/index.ts'
import { NOTIFY_CUSTOMER } from '../purchases/index.ts'
import { accelerateLoans } from './collection/accelerate-loans.ts'
import { findDueSteps, REMIND_CUSTOMER } from './collection/find-due-steps.ts'
import { proveNotices, serveNotices } from './collection/formal-notices.ts'
import { remindCustomer } from './collection/remind-customer.ts'
import { removeOldCustomerSessions } from './customers/sessions.ts'
import { SEND_ACCOUNT_CODE, sendAccountCode } from './customers/sign-in.ts'
import { followListings } from './listings/follow-listings.ts'
import { notifyCustomer } from './notify-customer.ts'
import { breakOverdueRenegotiations } from './renegotiation/end-renegotiation.ts'

export const servicingJobs: JobTable<App> = {
  periodic: {
    'find-due-steps': { everyMs: 5 * MINUTE_MS, run: findDueSteps },
    'break-agreements': { everyMs: MINUTE_MS, run: breakOverdueRenegotiations },
    'serve-notices': { everyMs: 10 * MINUTE_MS, run: serveNotices },
    'prove-notices': { everyMs: MINUTE_MS, run: proveNotices },
    'follow-listings': { everyMs: MINUTE_MS, run: followListings },
    'accelerate-contracts': { everyMs: 10 * MINUTE_MS, run: accelerateLoans },
    'remove-customer-sign-ins': {
      everyMs: HOUR_MS,
      async run({ database, clock, realClock }) {
        await removeOldCodeRequests(database, clock.now())
        await removeOldCustomerSessions(database, realClock.now())
      },
    },
  },
  handlers: {
    [SEND_ACCOUNT_CODE]: sendAccountCode,
    [REMIND_CUSTOMER]: remindCustomer,
    [NOTIFY_CUSTOMER]: notifyCustomer,
  },
}
