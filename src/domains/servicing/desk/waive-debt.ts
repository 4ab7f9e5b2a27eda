import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Decision, decideAtDesk } from '../../desk/index.ts'
import { findLoan } from '../../loans/index.ts'
import type { Operator } from '../../operators/index.ts'
import { lockPurchase, type Purchase } from '../../purchases/index.ts'
import { lockDebt, sumReductions, waiveInstallment } from '../../receivables/index.ts'
import { applyWaiver } from '../follow-payment.ts'

interface AskedWaiver {
  readonly transactionId: string
  readonly installmentNumber: number
  readonly reason: string
}

/** What is open of an installment, under the locks of its contract. Nothing is written before `apply`. */
interface PreparedWaiver {
  readonly purchase: Purchase
  readonly billetId: string
  /** With the charges of the delay up to the day. */
  readonly openCentavos: Centavos
  readonly apply: (decision: Decision) => Promise<void>
}

/** A contract has no version of its own: what is open of the installment is compared. */
const VERSION = 0

/**
 * Lets a customer off what is open of an installment that is due. One person may do so up to a small sum for each contract,
 * so that nobody forgives a friend's debt in pieces; more takes two.
 */
export function decideWaiver(app: App, operator: Operator, asked: AskedWaiver): Promise<Decision> {
  const { transactionId, installmentNumber, reason } = asked
  return decideAtDesk(app, operator, async tx => {
    const today = calendarDateAt(app.clock.now())
    const prepared = await prepareWaiver(app, tx, transactionId, { installmentNumber, day: today })
    if (prepared === undefined) throw new RequestError('desk_waiver_refused')
    const { purchase, billetId, openCentavos, apply } = prepared
    const { byPeopleCentavos } = await sumReductions(tx, app.secrets, transactionId)
    const isAbove = byPeopleCentavos + openCentavos > app.waiveAloneUpToCentavos
    return {
      subject: { kind: 'waiver', id: transactionId },
      version: VERSION,
      purchase,
      result: 'WAIVE',
      target: billetId,
      reason,
      amountCentavos: openCentavos,
      needsFourEyes: true,
      alwaysFourEyes: isAbove ? 'WAIVER' : undefined,
      moves: { isToOtherPurchase: false },
      audit: {
        decided: 'loan.waive',
        proposed: 'loan.propose-waiver',
        details: { installment: installmentNumber, waivedCentavos: openCentavos },
      },
      apply,
    }
  })
}

/**
 * The effect of an approved proposal; undefined when something was paid meanwhile. Interest that has grown since the
 * proposal is waived with the rest.
 */
export async function lockProposedWaiver(
  app: App,
  tx: Transaction,
  decision: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const { subject, target, amountCentavos, decidedAt } = decision
  const day = calendarDateAt(decidedAt)
  const prepared = await prepareWaiver(app, tx, subject.id, { billetId: target, day })
  return prepared?.openCentavos === amountCentavos ? () => prepared.apply(decision) : undefined
}

/** Undefined where nothing that is due can be waived. */
async function prepareWaiver(
  app: App,
  tx: Transaction,
  transactionId: string,
  asked: {
    readonly billetId?: string | undefined
    readonly installmentNumber?: number
    readonly day: CalendarDate
  },
): Promise<PreparedWaiver | undefined> {
  if (!isId(transactionId)) throw new RequestError('desk_not_found')
  const { secrets } = app
  const purchase = await lockPurchase(tx, secrets, transactionId)
  if (purchase === undefined) throw new RequestError('desk_not_found')
  const loan = await findLoan(tx, transactionId)
  if (purchase.status !== 'OPEN' || loan === undefined || loan.suspendedBy !== null) return undefined
  const { overdue } = await lockDebt(tx, secrets, purchase, asked.day)
  const owed = overdue.find(
    ({ billet, installmentNumber }) =>
      billet.id === asked.billetId || installmentNumber === asked.installmentNumber,
  )
  if (owed === undefined || owed.totalCentavos === 0) return undefined
  return {
    purchase,
    billetId: owed.billet.id,
    openCentavos: owed.totalCentavos,
    async apply({ id }) {
      await applyWaiver(app, tx, purchase, await waiveInstallment(app, tx, owed.billet, id))
    },
  }
}
