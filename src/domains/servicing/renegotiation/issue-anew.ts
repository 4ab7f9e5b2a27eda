import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Purchase } from '../../purchases/index.ts'
import {
  type BilletRow,
  chooseCopyDay,
  isCopyable,
  issueSecondCopy,
  lockOpenBillets,
  reissueBillet,
} from '../../receivables/index.ts'

/**
 * Billets in the place of those that the bank has written off: a second copy with its charges for what is overdue, and the
 * same amount on the same day for the rest. Returns how many installments are open.
 */
export async function issueAnew(
  app: App,
  tx: Transaction,
  { id: transactionId }: Purchase,
  now: Date,
): Promise<number> {
  const open = await lockOpenBillets(tx, app.secrets, { transactionId, kind: 'installment' })
  for (const { billet } of open) await issueOne(app, tx, billet, now)
  return open.length
}

async function issueOne(app: App, tx: Transaction, old: BilletRow, now: Date): Promise<void> {
  const today = calendarDateAt(now)
  if (isCopyable(old, today)) {
    await issueSecondCopy(app, tx, old, { dueDate: chooseCopyDay(today), now })
    return
  }
  const issued = await reissueBillet(app, tx, old, now)
  if (typeof issued === 'string') throw new Error(`billet ${old.id} cannot be issued again: ${issued}`)
}
