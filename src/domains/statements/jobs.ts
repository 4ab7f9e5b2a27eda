import type { App } from '../../app/app.ts'
import { HOUR_MS, type JobTable } from '../../platform/jobs/job-table.ts'
import { reconcileAccounts } from './reconcile-statement.ts'

export const statementJobs: JobTable<App> = {
  periodic: { 'reconcile-bank': { everyMs: HOUR_MS, run: reconcileAccounts } },
}
