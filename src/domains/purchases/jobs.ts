import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { HOUR_MS, type JobTable, SECOND_MS } from '../../platform/jobs/job-table.ts'
import { finishCancellations } from './cancel-purchase.ts'
import { expireStale } from './expire-stale.ts'
import { MATCH_INVOICE, matchInvoice } from './invoices/match-invoice.ts'
import { removeOldQuotas } from './invoices/store.ts'

export const purchaseJobs: JobTable<App> = {
  periodic: {
    'expire-stale': { everyMs: 5 * SECOND_MS, run: expireStale },
    'finish-cancellations': { everyMs: 5 * SECOND_MS, run: finishCancellations },
    'remove-invoice-quotas': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeOldQuotas(database, calendarDateAt(clock.now())),
    },
  },
  handlers: { [MATCH_INVOICE]: matchInvoice },
}
