import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Remember } from '../../platform/db/database.ts'
import { chooseCopyDay, findCopyDayProblem, isCopyable } from './billets/second-copy.ts'
import type { BilletRow } from './billets/store/billet-row.ts'
import { lockBillet } from './billets/store/billets.ts'
import { type IssuedBillet, issueSecondCopy } from './issue-receivables.ts'
import { attachPixCodes } from './pix/charge-store.ts'

interface SecondCopyCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly billetId: string
  /** Today, or the next business day, when absent. */
  readonly dueDate?: CalendarDate | undefined
}

/**
 * A new billet for an overdue installment, with its charges up to the new due date. It is the only way to pay once the
 * old one has expired, so it is possible for as long as the debt lives.
 */
export async function issueCopy(
  app: App,
  command: SecondCopyCommand,
  remember?: Remember<IssuedBillet>,
): Promise<IssuedBillet> {
  const { database, secrets, clock } = app
  const { retailerId, transactionId, billetId } = command
  const today = calendarDateAt(clock.now())
  const dueDate = command.dueDate ?? chooseCopyDay(today)
  const problem = findCopyDayProblem(dueDate, today)
  if (problem !== undefined) throw invalidParameter('dueDate', problem)
  const issued = await database.transaction(async tx => {
    const purchase = isId(transactionId)
      ? await app.reactions.lockContract(tx, secrets, transactionId)
      : undefined
    if (purchase === undefined || purchase.retailerId !== retailerId)
      throw new RequestError('transaction_not_found')
    const billet = isId(billetId) ? await lockBillet(tx, secrets, billetId) : undefined
    if (billet === undefined || billet.transactionId !== transactionId)
      throw new RequestError('billet_not_found')
    checkOverdue(purchase, billet, today)
    const copy = await issueSecondCopy(app, tx, billet, { dueDate, now: app.clock.now() })
    await remember?.(tx, copy)
    return copy
  })
  const [billet = issued.billet] = await attachPixCodes(database, secrets, [issued.billet])
  return { ...issued, billet }
}

function checkOverdue({ status }: { readonly status: string }, billet: BilletRow, today: CalendarDate): void {
  if (billet.paymentStatus === 'PAID') throw new RequestError('billet_already_paid')
  if (billet.canceledAt !== null) throw new RequestError('billet_canceled')
  if (status !== 'OPEN') throw new RequestError('transaction_state_conflict')
  if (!isCopyable(billet, today)) throw new RequestError('billet_not_overdue')
}
