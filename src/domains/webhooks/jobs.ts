import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { type JobTable, MINUTE_MS, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { removePastDays } from './day-store.ts'
import { removePastDeliveries } from './delivery-store.ts'
import { cancelOrphans } from './queue-store.ts'
import { finishReplay, REPLAY_EVENTS } from './replay-events.ts'

const ORPHANS_AT_ONCE = 2_000

export const webhookJobs: JobTable<App> = {
  periodic: {
    'cancel-orphan-deliveries': {
      everyMs: 5 * SECOND_MS,
      run: ({ database, clock }) => cancelOrphans(database, clock.now(), ORPHANS_AT_ONCE),
    },
    'remove-past-deliveries': {
      everyMs: 10 * MINUTE_MS,
      run: ({ database, clock }) => removePastDeliveries(database, clock.now()),
    },
    'remove-past-webhook-days': {
      everyMs: 10 * MINUTE_MS,
      run: ({ database, clock }) => removePastDays(database, calendarDateAt(clock.now())),
    },
  },
  handlers: { [REPLAY_EVENTS]: finishReplay },
}
