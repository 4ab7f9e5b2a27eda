import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { applyCredits, lockOpenBillets, reviveBillets } from './billets/billet-payments.ts'
import { creditInParts, listPaidParts, type PaidPart, sumCredit } from './billets/credit.ts'
import { describeDebt, type Imputation } from './billets/debt.ts'
import { listReceivedParts } from './billets/recorded-payments.ts'
import { listBillets } from './billets/store.ts'
import { cancelBillets } from './issue-receivables.ts'

interface NamedContract {
  readonly id: string
  readonly retailerId: string
}

/** What one payment paid, over all installments. */
interface ReceivedPayment extends Imputation {
  readonly reference: string
  readonly paidOn: CalendarDate
  readonly discountCentavos: Centavos
}

/**
 * The contract that took over a debt at that moment ends unpaid, and the debt is that of the original again: the one's
 * billets are canceled and the other's are open. The bank has written them off, so that `issueAnew` is to follow. Returns
 * what was paid on the installments of the contract that ends, the oldest first, and what is open of the original's.
 */
export async function reviveDebt(
  { secrets }: App,
  tx: Transaction,
  {
    ended,
    original,
    takenOverAt,
  }: Readonly<Record<'ended' | 'original', NamedContract>> & { readonly takenOverAt: Date },
  now: Date,
): Promise<{
  readonly payments: readonly ReceivedPayment[]
  readonly open: readonly { readonly installmentNumber: number; readonly faceCentavos: Centavos }[]
}> {
  const { retailerId, id: transactionId } = ended
  const billets = await listBillets(tx, secrets, retailerId, transactionId)
  const ids = billets.filter(({ kind }) => kind !== 'down-payment').map(({ id }) => id)
  const received = await listReceivedParts(tx, secrets, ids)
  await cancelBillets(tx, secrets, { retailerId, transactionId }, now)
  await reviveBillets(tx, secrets, original.id, takenOverAt)
  const open = await lockOpenBillets(tx, secrets, { transactionId: original.id, kind: 'installment' })
  return {
    payments: [...Map.groupBy(received, ({ reference }) => reference).values()].flatMap(addUp),
    open: open.map(({ billet }) => ({
      installmentNumber: billet.installmentNumber,
      faceCentavos: describeDebt(billet).openFaceCentavos,
    })),
  }
}

function addUp(parts: readonly ReceivedPayment[]): ReceivedPayment[] {
  const [first] = parts
  if (first === undefined) return []
  const sum = (part: keyof Imputation | 'discountCentavos'): Centavos =>
    parts.reduce((total, each) => total + each[part], 0)
  return [
    {
      reference: first.reference,
      paidOn: first.paidOn,
      faceCentavos: sum('faceCentavos'),
      fineCentavos: sum('fineCentavos'),
      interestCentavos: sum('interestCentavos'),
      discountCentavos: sum('discountCentavos'),
    },
  ]
}

/**
 * Money that came for another contract pays this one on the day on which it was paid: the oldest installment first, and
 * in it interest of the delay, installment, fine. The contract is locked. What it paid is booked by the caller.
 */
export async function creditCarried(
  { secrets, clock }: App,
  tx: Transaction,
  transactionId: string,
  payment: { readonly reference: string; readonly paidOn: CalendarDate; readonly amountCentavos: Centavos },
): Promise<{
  readonly parts: readonly PaidPart[]
  readonly paid: Imputation
  readonly excessCentavos: Centavos
}> {
  const { reference, paidOn, amountCentavos } = payment
  const open = await lockOpenBillets(tx, secrets, { transactionId, kind: 'installment' })
  const credit = creditInParts(open, { amountCentavos, paidOn, method: 'BILLET' })
  const applied = { credit, reference, reportReference: reference, paidOn, paidAt: noonOf(paidOn) }
  applyCredits(tx, secrets, [{ ...applied, settles: undefined }], clock.now())
  const { excessCentavos } = credit
  return { parts: listPaidParts(credit, paidOn), paid: sumCredit(credit), excessCentavos }
}
