import { accrueMonths, provideMonths } from '../domains/books/index.ts'
import { removeOldSends } from '../domains/codes/index.ts'
import {
  removeExpiredClaims,
  removeOldChallenges,
  removeOldFailures,
  removeOldSessions,
} from '../domains/desk/index.ts'
import { expireLinks, removeOldVisits } from '../domains/links/index.ts'
import {
  removeOldCodes,
  removeOldMessages,
  SEND_MESSAGE,
  type SendMessage,
} from '../domains/messaging/index.ts'
import {
  ANALYSE_DOCUMENTS,
  type AnalysisContext,
  analyseDocuments,
  removeExpiredSessions,
} from '../domains/onboarding/index.ts'
import {
  type DuesContext,
  holdMoney,
  orderDues,
  type PayoutContext,
  recheckPaid,
  runPayouts,
} from '../domains/payouts/index.ts'
import {
  finishCancellations,
  MATCH_INVOICE,
  type MatchInvoiceContext,
  matchInvoice,
  NOTIFY_CUSTOMER,
  removeOldQuotas,
} from '../domains/purchases/index.ts'
import { type Credit, removeOldOffers, removeUnboughtDecisions } from '../domains/quoting/index.ts'
import {
  askHints,
  creditClearing,
  exchangeCharges,
  type PixApi,
  type PixContext,
  pollPix,
  pollPixWeek,
  reconcileAccounts,
  registerPixWebhooks,
  removeOldHints,
  type WebhookContext,
} from '../domains/receivables/index.ts'
import {
  accelerateLoans,
  breakOverdueAgreements,
  findDueSteps,
  followListings,
  type ListingContext,
  type NoticeContext,
  notifyCustomer,
  type ProofContext,
  proveNotices,
  REMIND_CUSTOMER,
  remindCustomer,
  removeOldCustomerSessions,
  removeOldChallenges as removeOldSignIns,
  SEND_ACCOUNT_CODE,
  sendAccountCode,
  serveNotices,
} from '../domains/servicing/index.ts'
import {
  cancelOrphans,
  finishReplay,
  REPLAY_EVENTS,
  type ReplayContext,
  removePastDeliveries,
} from '../domains/webhooks/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import type { Clock } from '../kernel/clock.ts'
import { removeExpiredIdempotencyKeys } from '../platform/http/idempotency-store.ts'
import { removeOldRateWindows } from '../platform/http/rate-limit.ts'
import { removeOldUnknownKeyAttempts } from '../platform/http/unknown-keys.ts'
import type { Schedule } from '../platform/jobs/queue.ts'
import type { JobHandler, JobRunner } from '../platform/jobs/runner.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { exchangeWithBank } from '../sandbox/exchange-with-bank.ts'
import { TELL_PAYMENT, tellPayment } from '../sandbox/pay-billet.ts'
import { readSandboxBank } from '../sandbox/read-bank.ts'
import type { SandboxBank } from '../sandbox/sandbox-bank.ts'
import { expireStale } from './upkeep/expire-stale.ts'
import { fileEvidence } from './upkeep/file-evidence.ts'
import { type ForgedRowsContext, findForgedRows } from './upkeep/find-forged-rows.ts'
import { isRewritten, type SealContext, sealAuditLog, sealLedger } from './upkeep/seal-chains.ts'
import { turnCheckoutDays } from './upkeep/turn-checkout-days.ts'
import { watchWatermarks } from './upkeep/watch-watermarks.ts'

export interface WorkerContext
  extends Omit<AnalysisContext, 'findReport'>,
    MatchInvoiceContext,
    NoticeContext,
    ForgedRowsContext,
    SealContext,
    PayoutContext,
    DuesContext,
    Pick<ProofContext, 'findReceipt'>,
    Pick<ListingContext, 'listings'>,
    Pick<WebhookContext, 'publicUrl' | 'allowsLoopback'>,
    Pick<ReplayContext, 'webhooks'> {
  readonly realClock: Clock
  readonly credit: Credit
  readonly sandboxBank: SandboxBank | undefined
  readonly pixApi: PixApi | undefined
  readonly sendMessage: SendMessage
  readonly log: Log
}

interface PeriodicJob {
  readonly everyMs: number
  run(context: WorkerContext): Promise<unknown>
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const ORPHANS_AT_ONCE = 2_000

/** What is ended by a clock that homologation moved needs to know that nothing was paid: its bank is read first. */
const addBank = (context: WorkerContext) => ({
  ...context,
  readBank: context.sandboxBank && (() => readSandboxBank(context, context.pixApi)),
})

/** Periodic jobs. Each one finds by itself what is left to do. */
const PERIODIC_JOBS: Readonly<Record<string, PeriodicJob>> = {
  'expire-stale': {
    everyMs: 5 * SECOND_MS,
    run: context => expireStale(addBank(context)),
  },
  'find-due-steps': { everyMs: 5 * MINUTE_MS, run: findDueSteps },
  'break-agreements': {
    everyMs: MINUTE_MS,
    run: context => breakOverdueAgreements(addBank(context)),
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
  'order-dues': { everyMs: 60 * MINUTE_MS, run: orderDues },
  'credit-clearing': { everyMs: MINUTE_MS, run: creditClearing },
  'accrue-interest': { everyMs: 5 * MINUTE_MS, run: accrueMonths },
  'provide-for-losses': { everyMs: 5 * MINUTE_MS, run: provideMonths },
  'serve-notices': { everyMs: 10 * MINUTE_MS, run: serveNotices },
  'prove-notices': { everyMs: MINUTE_MS, run: proveNotices },
  'follow-listings': { everyMs: MINUTE_MS, run: followListings },
  'accelerate-contracts': { everyMs: 10 * MINUTE_MS, run: context => accelerateLoans(addBank(context)) },
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
      await removeOldSignIns(database, clock.now())
      await removeOldSends(database, clock.now())
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
  'file-evidence': { everyMs: MINUTE_MS, run: context => fileEvidence(context) },
  'turn-checkout-days': { everyMs: 10 * MINUTE_MS, run: turnDays },
  'find-forged-rows': { everyMs: 5 * MINUTE_MS, run: findForgedRows },
  'watch-bank-watermarks': { everyMs: 60 * MINUTE_MS, run: watchWatermarks },
  'forget-credit': { everyMs: MINUTE_MS, run: ({ credit }) => credit.forgetStale() },
}

/** Homologation has more periodic jobs, for its simulated bank and its messages. */
const createSandboxJobs = (bank: SandboxBank): Readonly<Record<string, PeriodicJob>> => ({
  'exchange-with-sandbox-bank': { everyMs: 5 * SECOND_MS, run: context => exchangeWithBank(context, bank) },
  'remove-sandbox-messages': {
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => removeOldMessages(database, clock.now()),
  },
})

/** With a payment service provider there are more, which all of them ask. */
function createPixJobs(pixApi: PixApi): Readonly<Record<string, PeriodicJob>> {
  const asking =
    (run: (context: WorkerContext & PixContext) => Promise<unknown>) => (context: WorkerContext) =>
      run({ ...context, pixApi })
  return {
    'exchange-pix-charges': { everyMs: 2 * SECOND_MS, run: asking(exchangeCharges) },
    'ask-pix-hints': { everyMs: 2 * SECOND_MS, run: asking(askHints) },
    'poll-pix': { everyMs: 5 * MINUTE_MS, run: asking(pollPix) },
    'poll-pix-week': { everyMs: 24 * 60 * MINUTE_MS, run: asking(pollPixWeek) },
    'register-pix-webhooks': { everyMs: MINUTE_MS, run: asking(registerPixWebhooks) },
    'remove-pix-hints': {
      everyMs: 60 * MINUTE_MS,
      run: ({ database, clock }) => removeOldHints(database, clock.now()),
    },
  }
}

/** Registers the handlers with the runner; the role of this process decides whether it polls for jobs. */
export function registerJobs(runner: JobRunner, context: WorkerContext): void {
  const handlers: Record<string, JobHandler> = {
    [ANALYSE_DOCUMENTS]: (payload, { attempt }) =>
      analyseDocuments({ ...context, findReport: context.credit.findReport }, payload, attempt),
    [SEND_MESSAGE]: (payload, { attempt }) =>
      context.sendMessage(payload, { now: context.clock.now(), attempt }),
    [SEND_ACCOUNT_CODE]: payload => sendAccountCode(context, payload),
    [REMIND_CUSTOMER]: payload => remindCustomer(context, payload),
    [NOTIFY_CUSTOMER]: payload => notifyCustomer(context, payload),
    [REPLAY_EVENTS]: payload => finishReplay(context, payload),
    [MATCH_INVOICE]: payload => matchInvoice(context, payload),
  }
  const schedules: Schedule[] = []
  const { sandboxBank, pixApi } = context
  const periodicJobs = {
    ...PERIODIC_JOBS,
    ...(sandboxBank && createSandboxJobs(sandboxBank)),
    ...(pixApi && createPixJobs(pixApi)),
  }
  for (const [name, { everyMs, run }] of Object.entries(periodicJobs)) {
    handlers[name] = () => run(context)
    schedules.push({ name, everyMs })
  }
  if (sandboxBank !== undefined) handlers[TELL_PAYMENT] = payload => tellPayment(context, payload)
  runner.register(handlers, schedules)
}

/** The log is stored elsewhere: a chain head written there later shows whether the whole chain was rewritten. */
async function sealBooks(context: WorkerContext): Promise<void> {
  const { added, head } = await holdingMoney(context, 'ledger', sealLedger)
  if (added > 0) context.log.info({ added, head: `${head?.position}:${head?.hash}` }, 'ledger sealed')
}

/** As with the ledger: a head in the log later shows whether the end of the audit log was cut off. */
async function sealAuditEntries(context: WorkerContext): Promise<void> {
  const head = await holdingMoney(context, 'audit', sealAuditLog)
  if (head?.isNew) context.log.info({ head: `${head.position}:${head.hash}` }, 'audit sealed')
}

/** A chain that is not the one that was signed stops all money; the job fails on, so that nothing is signed. */
async function holdingMoney<Result>(
  context: WorkerContext,
  chain: 'ledger' | 'audit',
  seal: (context: WorkerContext) => Promise<Result>,
): Promise<Result> {
  try {
    return await seal(context)
  } catch (error) {
    if (isRewritten(error)) await holdMoney(context, chain, error.message)
    throw error
  }
}

async function turnDays(context: WorkerContext): Promise<void> {
  const { dropped, removed } = await turnCheckoutDays(context)
  if (dropped.length + removed > 0) context.log.info({ dropped, removed }, 'past checkouts dropped')
}

async function removeDeskLeftovers(context: WorkerContext): Promise<void> {
  const { database, realClock } = context
  await removeOldSessions(context)
  await removeOldFailures(database, realClock.now())
  await removeOldChallenges(database, realClock.now())
  await removeExpiredClaims(database, realClock.now())
}
