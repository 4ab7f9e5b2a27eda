import type { App } from '../../app/app.ts'
import { DAY_MS, HOUR_MS, type JobTable, MINUTE_MS, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { creditClearing } from './credit-clearing.ts'
import { exchangeCharges } from './pix/exchange-charges.ts'
import { removeOldPixNotifications } from './pix/notification-store.ts'
import { askNotifiedPix, registerPixWebhooks } from './pix/notifications.ts'
import { pollPix, pollPixWeek } from './pix/poll-pix.ts'
import { watchWatermarks } from './watch-watermarks.ts'

/** Only with a payment service provider. */
const pixJobs: JobTable<App>['periodic'] = {
  'exchange-pix-charges': { everyMs: 2 * SECOND_MS, run: exchangeCharges },
  'ask-pix-notifications': { everyMs: 2 * SECOND_MS, run: askNotifiedPix },
  'poll-pix': { everyMs: 5 * MINUTE_MS, run: app => pollPix(app) },
  'poll-pix-week': { everyMs: DAY_MS, run: pollPixWeek },
  'register-pix-webhooks': { everyMs: MINUTE_MS, run: registerPixWebhooks },
  'remove-pix-notifications': {
    everyMs: HOUR_MS,
    run: ({ database, clock }) => removeOldPixNotifications(database, clock.now()),
  },
}

export const composeReceivableJobs = ({ pixApi }: Pick<App, 'pixApi'>): JobTable<App> => ({
  periodic: {
    'credit-clearing': { everyMs: MINUTE_MS, run: creditClearing },
    'watch-bank-watermarks': { everyMs: HOUR_MS, run: watchWatermarks },
    ...(pixApi && pixJobs),
  },
})
