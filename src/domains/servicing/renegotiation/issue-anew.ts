import type { App } from '../../../app/app.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Purchase } from '../../purchases/index.ts'
import {
  type BilletRow,
  chooseCopyDay,
  composeTxid,
  findAccount,
  isCopyable,
  issueSecondCopy,
  lockOpenBillets,
  openCharges,
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

async function issueOne(
  { secrets, marks, isRegisteredAtOnce }: App,
  tx: Transaction,
  old: BilletRow,
  now: Date,
): Promise<void> {
  const today = calendarDateAt(now)
  const [account, registersAtOnce] = await Promise.all([
    findAccount(tx, secrets, old.accountId),
    isRegisteredAtOnce?.(old.retailerId, tx),
  ])
  if (account === undefined) throw new Error(`billet ${old.id} names an account that does not exist`)
  const reissue = { account, now, marks, registersAtOnce }
  const billet = isCopyable(old, today)
    ? await issueSecondCopy(tx, secrets, old, { ...reissue, dueDate: chooseCopyDay(today) })
    : await reissueBillet(tx, secrets, old, reissue)
  if (typeof billet === 'string') throw new Error(`billet ${old.id} cannot be issued again: ${billet}`)
  openCharges(tx, [composeTxid(billet)], now)
}
