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
    [SEND_MESSAGE]: (app, payload, attempt) =>
      app.sendMessage(payload, {
        now: app.clock.now(),
        attempt,
        onUnsent: (tx, message) => app.reactions.messageUnsent(app, tx, message),
      }),
  },
}
