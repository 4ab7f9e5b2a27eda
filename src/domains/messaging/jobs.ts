import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { SEND_MESSAGE } from './outbox.ts'
import { removeOldCodes } from './store.ts'

export const messagingJobs: JobTable<App> = {
  periodic: {
    'remove-codes-sent': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeOldCodes(database, clock.now()),
    },
  },
  handlers: {
    [SEND_MESSAGE]: ({ sendMessage, clock }, payload, attempt) =>
      sendMessage(payload, { now: clock.now(), attempt }),
  },
}
