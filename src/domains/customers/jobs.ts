import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { removeOldCodeRequests } from '../codes/index.ts'
import { removeOldCustomerSessions } from './sessions.ts'
import { SEND_ACCOUNT_CODE, sendAccountCode } from './sign-in.ts'

export const customerJobs: JobTable<App> = {
  periodic: {
    'remove-customer-sign-ins': {
      everyMs: HOUR_MS,
      async run({ database, clock, realClock }) {
        await removeOldCodeRequests(database, clock.now())
        await removeOldCustomerSessions(database, realClock.now())
      },
    },
  },
  handlers: { [SEND_ACCOUNT_CODE]: sendAccountCode },
}
