import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { MATCH_INVOICE, matchInvoice } from './match-invoice.ts'
import { removeOldQuotas } from './store.ts'

export const invoiceJobs: JobTable<App> = {
  periodic: {
    'remove-invoice-quotas': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeOldQuotas(database, calendarDateAt(clock.now())),
    },
  },
  handlers: { [MATCH_INVOICE]: matchInvoice },
}
