import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { Refused } from '../../../kernel/faults.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Decision, decideAtDesk, type Operator } from '../../desk/index.ts'
import { type PreparedWriteOff, prepareWriteOff } from '../collection/write-off-loan.ts'

/** A contract has no version of its own: what is carried of it is compared. */
const VERSION = 0

/**
 * A contract leaves the assets by two people at any amount: one person alone could make a friend's debt look lost. The
 * claim stays as it is.
 */
export function decideWriteOff(
  app: App,
  operator: Operator,
  { transactionId, reason }: { readonly transactionId: string; readonly reason: string },
): Promise<Decision> {
  return decideAtDesk(app, operator, async tx => {
    const { purchase, lossCentavos, apply } = await prepare(app, tx, transactionId)
    return {
      subject: { kind: 'loan', id: transactionId },
      version: VERSION,
      purchase,
      result: 'WRITE_OFF',
      target: undefined,
      reason,
      amountCentavos: lossCentavos,
      needsFourEyes: false,
      alwaysFourEyes: 'WRITE_OFF',
      audit: { decided: 'loan.write-off', proposed: 'loan.propose-write-off', details: { lossCentavos } },
      apply: async () => apply(),
    }
  })
}

/** The effect of an approved proposal; undefined when something was paid or accrued meanwhile. */
export async function lockProposedWriteOff(
  app: App,
  tx: Transaction,
  { subject, amountCentavos }: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  try {
    const { lossCentavos, apply } = await prepare(app, tx, subject.id)
    return lossCentavos === amountCentavos ? async () => apply() : undefined
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

async function prepare(app: App, tx: Transaction, transactionId: string): Promise<PreparedWriteOff> {
  if (!isId(transactionId)) throw new RequestError('desk_not_found')
  try {
    return await prepareWriteOff(app, tx, transactionId)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new RequestError('desk_write_off_refused', { message: `Refused: ${error.message}`, cause: error })
  }
}
