import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import { countBooked } from '../ledger/index.ts'
import type { Operator } from '../operators/index.ts'
import { insertClosedMonth, lockBooking } from './closed-month-store.ts'
import { describeDifference, findOpening, parseResult } from './compare-books.ts'
import { type ClosingRow, lockClosing, saveClosing } from './store.ts'

/**
 * A month is closed by two people: one proposes it with the snapshot before them, the other approves it. Neither may do
 * it alone, because nothing in the month can be corrected afterwards.
 */
export function proposeClosing(
  app: App,
  operator: Operator,
  { monthEnd, reason }: { readonly monthEnd: CalendarDate; readonly reason: string },
): Promise<Decision> {
  return decideAtDesk(app, operator, async tx => {
    const closing = await lockClosing(tx, app.secrets, { monthEnd })
    if (closing === undefined) throw new RequestError('desk_not_found')
    await checkReady(app, tx, closing)
    const { totals } = parseResult(closing.result)
    return {
      subject: { kind: 'closing', id: closing.id },
      version: closing.version,
      purchase: undefined,
      result: 'CLOSE_MONTH',
      target: monthEnd.slice(0, 7),
      reason,
      amountCentavos: Object.values(totals.stages).reduce((sum, stage) => sum + stage.grossCentavos, 0),
      needsFourEyes: false,
      alwaysFourEyes: 'CLOSING',
      audit: {
        decided: 'closing.close',
        proposed: 'closing.propose',
        details: { month: monthEnd.slice(0, 7), version: closing.version },
      },
      apply: async () => {
        throw new Error('a month is closed by two people')
      },
    }
  })
}

/** The effect of an approved proposal; undefined when a later snapshot has replaced the one that was proposed. */
export async function lockProposedClosing(
  app: App,
  tx: Transaction,
  { subject, version, decidedBy }: Decision,
  operator: Operator,
): Promise<(() => Promise<unknown>) | undefined> {
  const closing = await lockClosing(tx, app.secrets, { id: subject.id })
  if (closing?.state !== 'READY' || closing.version !== version) return undefined
  return async () => {
    const closedAt = app.clock.now()
    const people = { proposedBy: decidedBy, closedBy: operator.id }
    await lockBooking(tx)
    await checkReady(app, tx, closing)
    await saveClosing(tx, app.secrets, { ...closing, ...people, state: 'CLOSED', closedAt })
    await insertClosedMonth(tx, closing.monthEnd, closedAt)
  }
}

async function checkReady(app: App, tx: Transaction, closing: ClosingRow): Promise<void> {
  const { monthEnd, state, result, entryCount } = closing
  const refuse = (message: string): never => {
    throw new RequestError('desk_closing_refused', { message: `Refused: ${message}` })
  }
  if (state === 'CLOSED') refuse('the month is closed')
  if (state === 'RUNNING') refuse('the snapshot is not complete')
  const [difference] = parseResult(result).differences
  if (difference !== undefined) refuse(describeDifference(difference))
  const { after } = await findOpening(app, monthEnd)
  const count = await countBooked(tx, { after, through: monthEnd })
  if (count !== Number(entryCount))
    refuse(`${count - Number(entryCount)} entries were booked in the month since the snapshot: take it again`)
}
