import { connectorJobs } from '../../connectors/core/index.ts'
import { assignmentJobs } from '../domains/assignment/jobs.ts'
import { closingJobs } from '../domains/closing/jobs.ts'
import { collectionJobs } from '../domains/collection/jobs.ts'
import { complianceJobs } from '../domains/compliance/index.ts'
import { customerJobs } from '../domains/customers/index.ts'
import { deskJobs } from '../domains/desk/index.ts'
import { invoiceJobs } from '../domains/invoices/jobs.ts'
import { sealLedger } from '../domains/ledger/index.ts'
import { linkJobs } from '../domains/links/index.ts'
import { loanJobs } from '../domains/loans/jobs.ts'
import { messagingJobs, removeOldMessages } from '../domains/messaging/index.ts'
import { onboardingJobs } from '../domains/onboarding/index.ts'
import { holdMoney } from '../domains/payouts/index.ts'
import { payoutJobs } from '../domains/payouts/jobs.ts'
import { purchaseJobs } from '../domains/purchases/jobs.ts'
import { quotingJobs } from '../domains/quoting/jobs.ts'
import { composeReceivableJobs } from '../domains/receivables/jobs.ts'
import { retailerJobs } from '../domains/retailers/index.ts'
import { servicingJobs } from '../domains/servicing/index.ts'
import { specialCaseJobs } from '../domains/special-cases/index.ts'
import { staffJobs } from '../domains/staff/index.ts'
import { statementJobs } from '../domains/statements/index.ts'
import { webhookJobs } from '../domains/webhooks/index.ts'
import { ChainRewritten } from '../kernel/faults.ts'
import { removeExpiredIdempotencyKeys } from '../platform/http/idempotency-store.ts'
import { removeOldRateWindows } from '../platform/http/rate-limit.ts'
import { removeOldUnknownKeyAttempts } from '../platform/http/unknown-keys.ts'
import { HOUR_MS, type JobTable, MINUTE_MS, SECOND_MS } from '../platform/jobs/job-table.ts'
import type { Schedule } from '../platform/jobs/queue.ts'
import type { JobHandler, JobRunner } from '../platform/jobs/runner.ts'
import { exchangeWithBank } from '../sandbox/exchange-with-bank.ts'
import { TELL_PAYMENT, tellPayment } from '../sandbox/pay-billet.ts'
import type { SandboxBank } from '../sandbox/sandbox-bank.ts'
import type { App } from './app.ts'
import { fileEvidence } from './upkeep/file-evidence.ts'
import { findForgedRows } from './upkeep/find-forged-rows.ts'
import { sealAuditLog } from './upkeep/seal-chains.ts'

/** Jobs that touch several domains, or none. */
const ownJobs: JobTable<App> = {
  periodic: {
    'seal-ledger': { everyMs: MINUTE_MS, run: sealBooks },
    'seal-audit': { everyMs: MINUTE_MS, run: sealAuditEntries },
    'remove-idempotency-keys': {
      everyMs: MINUTE_MS,
      run: ({ database }) => removeExpiredIdempotencyKeys(database),
    },
    'remove-rate-windows': { everyMs: MINUTE_MS, run: ({ database }) => removeOldRateWindows(database) },
    'remove-unknown-keys': {
      everyMs: MINUTE_MS,
      run: ({ database }) => removeOldUnknownKeyAttempts(database),
    },
    'file-evidence': { everyMs: MINUTE_MS, run: app => fileEvidence(app) },
    'find-forged-rows': { everyMs: 5 * MINUTE_MS, run: findForgedRows },
  },
}

/** Homologation has additional jobs, for its simulated bank and its messages. */
const createSandboxJobs = (bank: SandboxBank): JobTable<App> => ({
  periodic: {
    'exchange-with-sandbox-bank': { everyMs: 5 * SECOND_MS, run: app => exchangeWithBank(app, bank) },
    'remove-sandbox-messages': {
      everyMs: HOUR_MS,
      run: ({ database, clock }) => removeOldMessages(database, clock.now()),
    },
  },
  handlers: { [TELL_PAYMENT]: tellPayment },
})

/** Registers the handlers with the runner; the role of this process decides whether it polls for jobs. */
export function registerJobs(runner: JobRunner, app: App): void {
  const { sandboxBank } = app
  const tables = [
    ownJobs,
    webhookJobs,
    deskJobs,
    staffJobs,
    retailerJobs,
    messagingJobs,
    quotingJobs,
    loanJobs,
    composeReceivableJobs(app),
    statementJobs,
    purchaseJobs,
    invoiceJobs,
    customerJobs,
    payoutJobs,
    onboardingJobs,
    collectionJobs,
    servicingJobs,
    specialCaseJobs,
    complianceJobs,
    assignmentJobs,
    linkJobs,
    closingJobs,
    connectorJobs,
    ...(sandboxBank ? [createSandboxJobs(sandboxBank)] : []),
  ]
  const handlers: Record<string, JobHandler> = {}
  const schedules: Schedule[] = []
  for (const table of tables) {
    for (const [name, { everyMs, run }] of Object.entries(table.periodic)) {
      handlers[name] = () => run(app)
      schedules.push({ name, everyMs })
    }
    for (const [kind, handle] of Object.entries(table.handlers ?? {}))
      handlers[kind] = (payload, { attempt }) => handle(app, payload, attempt)
  }
  runner.register(handlers, schedules)
}

/** The log is stored elsewhere: a chain head written there later shows whether the whole chain was rewritten. */
async function sealBooks(app: App): Promise<void> {
  const { added, head } = await holdingMoney(app, 'ledger', sealLedger)
  if (added > 0) app.log.info({ added, head: `${head?.position}:${head?.hash}` }, 'ledger sealed')
}

/** As with the ledger: a head in the log later shows whether the end of the audit log was cut off. */
async function sealAuditEntries(app: App): Promise<void> {
  const head = await holdingMoney(app, 'audit', sealAuditLog)
  if (head?.isNew) app.log.info({ head: `${head.position}:${head.hash}` }, 'audit sealed')
}

/** A chain that differs from the signed one stops all payouts; the job keeps failing, so that nothing is signed. */
async function holdingMoney<Result>(
  app: App,
  chain: 'ledger' | 'audit',
  seal: (app: App) => Promise<Result>,
): Promise<Result> {
  try {
    return await seal(app)
  } catch (error) {
    if (error instanceof ChainRewritten) await holdMoney(app, chain, error.message)
    throw error
  }
}
