import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { sendJob } from '../../platform/jobs/queue.ts'
import { lockPurchase } from '../purchases/index.ts'
import { listDueInstallments, readDebt } from '../receivables/index.ts'
import { publishInstallmentOverdue } from './publish-installments.ts'
import { computeOverdueReach, computeReach, findDueReminder, REMINDER_STEPS } from './steps.ts'
import { insertStep, lockProgress, type Progress, saveProgress, type TakenStep } from './store.ts'

export const REMIND_CUSTOMER = 'remind-customer'

/** The job's payload: a purchase of the customer to remind. */
export interface ReminderPayload {
  readonly retailerId: string
  readonly transactionId: string
}

type DueInstallment = Awaited<ReturnType<typeof listDueInstallments>>[number]

/** Few enough that a step commits within milliseconds. */
const PAGE = 200
const BEGINNING: Progress = { dueDate: '0001-01-01' as CalendarDate, billetId: '' }
/** After every id. */
const LAST_ID = 'g'

/**
 * Finds the installments for which a step of the policy has come. Each step looks at every due date once, in the order of
 * an index, and commits how far it is: a killed worker leaves nothing to repair. Returns how many installments it found.
 */
export async function findDueSteps(app: App): Promise<number> {
  const today = calendarDateAt(app.clock.now())
  let found = await walk(app, 'overdue', computeOverdueReach(today), due => tellOverdue(app, due))
  for (const step of REMINDER_STEPS) {
    const isNewest = ({ dueDate }: DueInstallment): boolean => findDueReminder(dueDate, today) === step
    found += await walk(app, step, computeReach(step, today), async () => {}, isNewest)
  }
  return found
}

async function walk(
  { database, clock }: App,
  step: TakenStep,
  until: CalendarDate,
  work: (due: DueInstallment) => Promise<void>,
  isReminded: (due: DueInstallment) => boolean = () => false,
): Promise<number> {
  let found = 0
  for (;;) {
    const from = await database.transaction(tx => lockProgress(tx, step))
    // The same day was processed before.
    if (from?.dueDate === until && from.billetId === LAST_ID) return found
    const page = await listDueInstallments(database, { after: from ?? BEGINNING, until }, PAGE)
    const open = page.filter(({ isPaid }) => !isPaid)
    for (const due of open) await work(due)
    const last = page.at(-1)
    const isEnd = last === undefined || page.length < PAGE
    const reached = isEnd
      ? { dueDate: until, billetId: LAST_ID }
      : { dueDate: last.dueDate, billetId: last.id }
    const reminded = open.filter(isReminded)
    await database.transaction(async tx => {
      for (const due of reminded) askForReminder(tx, due, clock.now())
      saveProgress(tx, step, reached)
    })
    found += open.length
    if (isEnd) return found
  }
}

/** One job for a purchase, however many of its installments are due. */
function askForReminder(tx: Transaction, { retailerId, transactionId }: DueInstallment, now: Date): void {
  const payload: ReminderPayload = { retailerId, transactionId }
  sendJob(tx, { kind: REMIND_CUSTOMER, key: transactionId, runAt: now, payload })
}

/** The retailer is notified once, while the debt lives. */
function tellOverdue(app: App, due: DueInstallment): Promise<void> {
  const { database, secrets, clock } = app
  const { transactionId, installmentNumber } = due
  return database.transaction(async tx => {
    const purchase = await lockPurchase(tx, secrets, transactionId)
    const now = clock.now()
    if (purchase?.status !== 'OPEN') return
    const { open } = await readDebt({ database: tx, secrets }, purchase, calendarDateAt(now))
    const owed = open.find(({ billetId }) => billetId === due.id)
    if (owed === undefined) return
    const taken = {
      transactionId,
      installmentNumber,
      step: 'overdue',
      outcome: 'done',
      takenAt: now,
    } as const
    if (!(await insertStep(tx, taken))) return
    await publishInstallmentOverdue(app, tx, purchase, owed)
  })
}
