import { isBusinessDay } from '../../../brazil/business-days.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type NumberMarks, noMarks } from '../../../platform/deployment/number-marks.ts'
import type { Billet, LenderAccount } from './billet.ts'
import type { BilletRow } from './billet-row.ts'
import { composeBillet } from './compose.ts'
import { OUR_NUMBERS } from './given-numbers.ts'
import { placeOrders } from './orders.ts'
import { changeBillets, insertBillets, takeOurNumbers } from './store.ts'

/**
 * A billet for an amount that is payable on one day. On a day without bank business it is payable by Pix only: a bank
 * would take its line on the next business day, on which the amount is another.
 */
export async function issueSettlementBillet(
  tx: Transaction,
  secrets: Secrets,
  settlement: {
    readonly retailerId: string
    readonly transactionId: string
    readonly account: LenderAccount
    readonly installmentCount: number
    readonly amountCentavos: Centavos
    readonly settlesOn: CalendarDate
    readonly now: Date
    readonly marks?: NumberMarks | undefined
    readonly registersAtOnce?: boolean | undefined
  },
): Promise<Billet> {
  const { retailerId, transactionId, account, amountCentavos, settlesOn, now, marks = noMarks } = settlement
  const hasLine = isBusinessDay(settlesOn)
  const contract = {
    retailerId,
    transactionId,
    account,
    issuedAt: now,
    issuedOn: calendarDateAt(now),
    downPaymentCentavos: 0,
    installments: [],
    registersAtOnce: settlement.registersAtOnce,
  }
  const [ourNumber = 0] = await takeOurNumbers(tx, 1)
  await marks.cover(OUR_NUMBERS, ourNumber)
  const dates = { dueDate: settlesOn, expirationDate: settlesOn }
  const terms = { kind: 'settlement', installmentNumber: 0, amountCentavos, ...dates } as const
  const composed = composeBillet(contract, terms, ourNumber)
  const billet: Billet = {
    ...composed,
    installmentCount: settlement.installmentCount,
    registration: hasLine ? composed.registration : 'pending',
  }
  insertBillets(tx, secrets, [billet])
  if (hasLine) placeOrders(tx, 'register', [billet], now)
  return billet
}

/** Another settlement takes its place. The billet is locked and open. */
export function cancelSettlementBillet(
  tx: Transaction,
  secrets: Secrets,
  billet: BilletRow,
  now: Date,
): void {
  changeBillets(tx, secrets, [{ billet, to: { canceledAt: now } }])
  if (isBusinessDay(billet.dueDate)) placeOrders(tx, 'write-off', [billet], now)
}
