import type { App } from '../../app/app.ts'
import { type JobTable, MINUTE_MS } from '../../platform/jobs/job-table.ts'
import { NOTIFY_CUSTOMER } from '../messaging/index.ts'
import { notifyCustomer } from './notify-customer.ts'
import { breakOverdueRenegotiations } from './renegotiation/end-renegotiation.ts'

export const servicingJobs: JobTable<App> = {
  periodic: { 'break-agreements': { everyMs: MINUTE_MS, run: breakOverdueRenegotiations } },
  handlers: { [NOTIFY_CUSTOMER]: notifyCustomer },
}
