import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { Refused } from '../../kernel/faults.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import { lockLoan, prepareLoss } from '../loans/index.ts'
import type { Operator } from '../operators/index.ts'
import { lockPurchase, type Purchase } from '../purchases/index.ts'

/** A write-off whose contract is locked. Nothing is written before `apply`. */
interface PreparedWriteOff {
  readonly purchase: Purchase
  readonly lossCentavos: Centavos
  readonly apply: () => void
}

/**
 * A contract that is provided for in full leaves the assets. The claim stays, on memo accounts and on its billets: what is
 * paid later is a recovery. The customer still has a living contract.
 */
async function prepareWriteOff(
  { secrets, clock }: App,
  tx: Transaction,
  transactionId: string,
): Promise<PreparedWriteOff> {
  const now = clock.now()
  const purchase = await lockPurchase(tx, secrets, transactionId)
  const loan = await lockLoan(tx, transactionId)
  if (purchase === undefined || loan === undefined)
    throw new Refused(`there is no contract ${transactionId} in the books`)
  if (purchase.status !== 'OPEN' || loan.endedOn !== null)
    throw new Refused(`contract ${transactionId} has ended`)
  if (loan.assignedTo !== null) throw new Refused(`contract ${transactionId} belongs to a fund`)
  if (loan.writtenOffOn !== null)
    throw new Refused(`contract ${transactionId} was written off on ${loan.writtenOffOn}`)
  const { carryingCentavos, allowanceCentavos, apply } = await prepareLoss(tx, secrets, loan, now)
  if (carryingCentavos <= 0) throw new Refused(`nothing is owed under contract ${transactionId}`)
  if (allowanceCentavos < carryingCentavos)
    throw new Refused(
      `contract ${transactionId} is not provided for in full: ${write(allowanceCentavos)} of ${write(carryingCentavos)}`,
    )
  return { purchase, lossCentavos: carryingCentavos, apply }
}

const write = (centavos: Centavos): string => (centavos / 100).toFixed(2)

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
