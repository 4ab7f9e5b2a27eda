import { accrueMonths, provideMonths } from '../domains/books/index.ts'
import { removeOldCodeRequests } from '../domains/codes/index.ts'
import { removeDeskLeftovers } from '../domains/desk/index.ts'
import { expireLinks, removeOldVisits } from '../domains/links/index.ts'
import { removeOldCodes, removeOldMessages, SEND_MESSAGE } from '../domains/messaging/index.ts'
import { ANALYSE_DOCUMENTS, analyseDocuments, removeExpiredSessions } from '../domains/onboarding/index.ts'
import { holdMoney, orderDues, recheckPaid, runPayouts } from '../domains/payouts/index.ts'
import {
  finishCancellations,
  MATCH_INVOICE,
  matchInvoice,
  NOTIFY_CUSTOMER,
  removeOldQuotas,
} from '../domains/purchases/index.ts'
import { removeOldOffers, removeUnboughtDecisions } from '../domains/quoting/index.ts'
import {
  askNotifiedPix,
  creditClearing,
  exchangeCharges,
  pollPix,
  pollPixWeek,
  reconcileAccounts,
  registerPixWebhooks,
  removeOldPixNotifications,
} from '../domains/receivables/index.ts'
import {
  accelerateLoans,
  breakOverdueAgreements,
  findDueSteps,
  followListings,
  notifyCustomer,
  proveNotices,
  REMIND_CUSTOMER,
  remindCustomer,
  removeOldCustomerSessions,
  SEND_ACCOUNT_CODE,
  sendAccountCode,
  serveNotices,
} from '../domains/servicing/index.ts'
import {
  cancelOrphans,
  finishReplay,
  REPLAY_EVENTS,
  removePastDeliveries,
} from '../domains/webhooks/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import { ChainRewritten } from '../kernel/faults.ts'
import { removeExpiredIdempotencyKeys } from '../platform/http/idempotency-store.ts'
import { removeOldRateWindows } from '../platform/http/rate-limit.ts'
import { removeOldUnknownKeyAttempts } from '../platform/http/unknown-keys.ts'
import type { Schedule } from '../platform/jobs/queue.ts'
import type { JobHandler, JobRunner } from '../platform/jobs/runner.ts'
import { exchangeWithBank } from '../sandbox/exchange-with-bank.ts'
import { TELL_PAYMENT, tellPayment } from '../sandbox/pay-billet.ts'
import type { SandboxBank } from '../sandbox/sandbox-bank.ts'
import type { App } from './app.ts'
import { expireStale } from './upkeep/expire-stale.ts'
import { fileEvidence } from './upkeep/file-evidence.ts'
import { findForgedRows } from './upkeep/find-forged-rows.ts'
import { sealAuditLog, sealLedger } from './upkeep/seal-chains.ts'
import { turnCheckoutDays } from './upkeep/turn-checkout-days.ts'
import { watchWatermarks } from './upkeep/watch-watermarks.ts'

interface PeriodicJob {
  readonly everyMs: number
  run(app: App): Promise<unknown>
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const ORPHANS_AT_ONCE = 2_000

/** Periodic jobs. Each one finds by itself what is left to do. */
const PERIODIC_JOBS: Readonly<Record<string, PeriodicJob>> = {
  'expire-stale': {
    everyMs: 5 * SECOND_MS,
    run: expireStale,
  },
  'find-due-steps': { everyMs: 5 * MINUTE_MS, run: findDueSteps },
  'break-agreements': {
    everyMs: MINUTE_MS,
    run: breakOverdueAgreements,
  },
  'remove-agreement-offers': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldOffers(database, clock.now()),
  },
  'expire-payment-links': { everyMs: 5 * SECOND_MS, run: expireLinks },
  'remove-payment-link-visits': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldVisits(database, clock.now()),
  },
  'finish-cancellations': { everyMs: 5 * SECOND_MS, run: finishCancellations },
  'run-payouts': { everyMs: 2 * SECOND_MS, run: runPayouts },
  'recheck-payouts': { everyMs: 24 * 60 * MINUTE_MS, run: recheckPaid },
  'order-dues': { everyMs: 60 * MINUTE_MS, run: app => orderDues(app) },
  'credit-clearing': { everyMs: MINUTE_MS, run: creditClearing },
  'accrue-interest': { everyMs: 5 * MINUTE_MS, run: app => accrueMonths(app) },
  'provide-for-losses': { everyMs: 5 * MINUTE_MS, run: app => provideMonths(app) },
  'serve-notices': { everyMs: 10 * MINUTE_MS, run: serveNotices },
  'prove-notices': { everyMs: MINUTE_MS, run: proveNotices },
  'follow-listings': { everyMs: MINUTE_MS, run: followListings },
  'accelerate-contracts': { everyMs: 10 * MINUTE_MS, run: accelerateLoans },
  'reconcile-bank': { everyMs: 60 * MINUTE_MS, run: reconcileAccounts },
  'seal-ledger': { everyMs: MINUTE_MS, run: sealBooks },
  'remove-idempotency-keys': {
    everyMs: MINUTE_MS,
    run: ({ database }) => removeExpiredIdempotencyKeys(database),
  },
  'remove-rate-windows': { everyMs: MINUTE_MS, run: ({ database }) => removeOldRateWindows(database) },
  'remove-unknown-keys': { everyMs: MINUTE_MS, run: ({ database }) => removeOldUnknownKeyAttempts(database) },
  'remove-sessions': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeExpiredSessions(database, clock.now()),
  },
  'remove-codes-sent': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldCodes(database, clock.now()),
  },
  'remove-customer-sign-ins': {
    everyMs: 60 * MINUTE_MS,
    async run({ database, clock, realClock }) {
      await removeOldCodeRequests(database, clock.now())
      await removeOldCustomerSessions(database, realClock.now())
    },
  },
  'cancel-orphan-deliveries': {
    everyMs: 5 * SECOND_MS,
    run: ({ database, clock }) => cancelOrphans(database, clock.now(), ORPHANS_AT_ONCE),
  },
  'remove-unbought-decisions': {
    everyMs: 10 * MINUTE_MS,
    run: ({ database }) => removeUnboughtDecisions(database),
  },
  'remove-past-deliveries': {
    everyMs: 10 * MINUTE_MS,
    run: ({ database, clock }) => removePastDeliveries(database, clock.now()),
  },
  'seal-audit': { everyMs: MINUTE_MS, run: sealAuditEntries },
  'remove-desk-leftovers': { everyMs: 60 * MINUTE_MS, run: removeDeskLeftovers },
  'remove-invoice-quotas': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldQuotas(database, calendarDateAt(clock.now())),
  },
  'file-evidence': { everyMs: MINUTE_MS, run: app => fileEvidence(app) },
  'turn-checkout-days': { everyMs: 10 * MINUTE_MS, run: turnDays },
  'find-forged-rows': { everyMs: 5 * MINUTE_MS, run: findForgedRows },
  'watch-bank-watermarks': { everyMs: 60 * MINUTE_MS, run: watchWatermarks },
  'forget-credit': { everyMs: MINUTE_MS, run: ({ credit }) => credit.forgetStale() },
}

/** Homologation has more periodic jobs, for its simulated bank and its messages. */
const createSandboxJobs = (bank: SandboxBank): Readonly<Record<string, PeriodicJob>> => ({
  'exchange-with-sandbox-bank': { everyMs: 5 * SECOND_MS, run: app => exchangeWithBank(app, bank) },
  'remove-sandbox-messages': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldMessages(database, clock.now()),
  },
})

/** With a payment service provider there are more. */
const PIX_JOBS: Readonly<Record<string, PeriodicJob>> = {
  'exchange-pix-charges': { everyMs: 2 * SECOND_MS, run: exchangeCharges },
  'ask-pix-hints': { everyMs: 2 * SECOND_MS, run: askNotifiedPix },
  'poll-pix': { everyMs: 5 * MINUTE_MS, run: app => pollPix(app) },
  'poll-pix-week': { everyMs: 24 * 60 * MINUTE_MS, run: pollPixWeek },
  'register-pix-webhooks': { everyMs: MINUTE_MS, run: registerPixWebhooks },
  'remove-pix-hints': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldPixNotifications(database, clock.now()),
  },
}

/** Registers the handlers with the runner; the role of this process decides whether it polls for jobs. */
export function registerJobs(runner: JobRunner, app: App): void {
  const handlers: Record<string, JobHandler> = {
    [ANALYSE_DOCUMENTS]: (payload, { attempt }) => analyseDocuments(app, payload, attempt),
    [SEND_MESSAGE]: (payload, { attempt }) => app.sendMessage(payload, { now: app.clock.now(), attempt }),
    [SEND_ACCOUNT_CODE]: payload => sendAccountCode(app, payload),
    [REMIND_CUSTOMER]: payload => remindCustomer(app, payload),
    [NOTIFY_CUSTOMER]: payload => notifyCustomer(app, payload),
    [REPLAY_EVENTS]: payload => finishReplay(app, payload),
    [MATCH_INVOICE]: payload => matchInvoice(app, payload),
  }
  const schedules: Schedule[] = []
  const { sandboxBank, pixApi } = app
  const periodicJobs = {
    ...PERIODIC_JOBS,
    ...(sandboxBank && createSandboxJobs(sandboxBank)),
    ...(pixApi && PIX_JOBS),
  }
  for (const [name, { everyMs, run }] of Object.entries(periodicJobs)) {
    handlers[name] = () => run(app)
    schedules.push({ name, everyMs })
  }
  if (sandboxBank !== undefined) handlers[TELL_PAYMENT] = payload => tellPayment(app, payload)
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

/** A chain that is not the one that was signed stops all money; the job fails on, so that nothing is signed. */
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

async function turnDays(app: App): Promise<void> {
  const { dropped, removed } = await turnCheckoutDays(app)
  if (dropped.length + removed > 0) app.log.info({ dropped, removed }, 'past checkouts dropped')
}
