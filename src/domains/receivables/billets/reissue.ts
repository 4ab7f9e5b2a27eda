import { addBusinessDays, isBusinessDay, nextBusinessDay } from '../../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type NumberMarks, noMarks } from '../../../platform/deployment/number-marks.ts'
import type { Billet, LenderAccount } from './billet.ts'
import type { BilletRow } from './billet-row.ts'
import { type BilletTerms, composeBillet, INSTALLMENT_EXPIRES_AFTER_DAYS } from './compose.ts'
import { describeDebt } from './debt.ts'
import { placeOrders } from './orders.ts'
import { OUR_NUMBERS } from './our-numbers.ts'
import { computeSecondCopy } from './second-copy.ts'
import { changeBillets, insertBillets, takeOurNumbers } from './store.ts'

export interface Reissue {
  readonly account: LenderAccount
  readonly now: Date
  readonly marks?: NumberMarks | undefined
  readonly registersAtOnce?: boolean | undefined
}

/** EXPIRED: its last day has passed meanwhile. FACE_PAID: only charges for a delay are open. */
export type ReissueRefusal = 'EXPIRED' | 'FACE_PAID'

/**
 * Issues a billet in place of one that the bank did not register, with a number of its own: a number that was sent to a
 * bank once is never used again. It asks for what is not paid of the old one's face value, without charges for a delay:
 * the customer is not late with a billet that could never be paid. The billet is locked, open and rejected.
 */
export async function reissueBillet(
  tx: Transaction,
  secrets: Secrets,
  old: BilletRow,
  reissue: Reissue,
): Promise<Billet | ReissueRefusal> {
  const today = calendarDateAt(reissue.now)
  // The first billet of the installment was registered: the customer was late before.
  if (old.originalId !== null) {
    const dueDate = nextBusinessDay(old.dueDate > today ? old.dueDate : today)
    return issueSecondCopy(tx, secrets, old, { ...reissue, dueDate })
  }
  const dueDate = old.dueDate >= today ? old.dueDate : addBusinessDays(today, 1)
  if (dueDate > old.expirationDate) return 'EXPIRED'
  const { installmentNumber, expirationDate } = old
  const amountCentavos = old.amountCentavos - old.partPaidCentavos
  if (amountCentavos === 0) return 'FACE_PAID'
  const terms = { kind: old.kind, installmentNumber, amountCentavos, dueDate, expirationDate }
  const billet = await composeReplacement(tx, old, terms, reissue)
  replace(tx, secrets, old, billet, reissue.now)
  return billet
}

/**
 * Issues a billet for an overdue installment with its charges up to a new due date, which is a business day. The bank is
 * asked to refuse payments of the old one; money that comes for it all the same pays the same debt. The billet is locked,
 * open and overdue.
 */
export async function issueSecondCopy(
  tx: Transaction,
  secrets: Secrets,
  old: BilletRow,
  reissue: Reissue & { readonly dueDate: CalendarDate },
): Promise<Billet> {
  const debt = describeDebt(old)
  const { dueDate } = reissue
  const { openFaceCentavos: faceCentavos } = debt
  const { amountCentavos } = computeSecondCopy(debt, { faceCentavos, dueDate })
  const expirationDate = addDays(dueDate, INSTALLMENT_EXPIRES_AFTER_DAYS)
  const { kind, installmentNumber } = old
  const terms = { kind, installmentNumber, amountCentavos, dueDate, expirationDate }
  const copy = {
    ...(await composeReplacement(tx, old, terms, reissue)),
    openFineCentavos: debt.openFineCentavos,
    openInterestCentavos: debt.openInterestCentavos,
    interestFrom: old.interestFrom ?? undefined,
    faceCentavos,
    originalDueDate: debt.dueDate,
    originalId: old.originalId ?? old.id,
  }
  replace(tx, secrets, old, copy, reissue.now)
  placeOrders(tx, 'write-off', [old], reissue.now)
  return copy
}

async function composeReplacement(
  tx: Transaction,
  old: BilletRow,
  terms: BilletTerms,
  { account, now, marks = noMarks, registersAtOnce }: Reissue,
): Promise<Billet> {
  const { retailerId, transactionId } = old
  const contract = {
    retailerId,
    transactionId,
    account,
    issuedAt: now,
    issuedOn: calendarDateAt(now),
    downPaymentCentavos: old.kind === 'down-payment' ? terms.amountCentavos : 0,
    installments: [],
    registersAtOnce,
  }
  const [ourNumber = 0] = await takeOurNumbers(tx, 1)
  await marks.cover(OUR_NUMBERS, ourNumber)
  const composed = composeBillet(contract, terms, ourNumber)
  const claim = old.claimedFrom === null ? {} : describeClaim(old)
  return { ...composed, installmentCount: old.installmentCount, replaces: old.id, ...claim }
}

/** What is due because its contract is due as a whole stays due, with its charges. */
const describeClaim = ({ claimedFrom, interestFrom, openFineCentavos, openInterestCentavos }: BilletRow) => ({
  claimedFrom: claimedFrom ?? undefined,
  interestFrom: interestFrom ?? undefined,
  openFineCentavos: openFineCentavos ?? undefined,
  openInterestCentavos,
})

function replace(tx: Transaction, secrets: Secrets, old: BilletRow, billet: Billet, now: Date): void {
  changeBillets(tx, secrets, [{ billet: old, to: { canceledAt: now } }])
  insertBillets(tx, secrets, [billet])
  placeOrders(tx, 'register', [billet], now)
}

/**
 * Issues a billet for what is left of an installment that is not due yet, with the same dates: the bank would go on
 * asking for all of it. The billet is locked and open, and its row has what was paid.
 */
export async function lowerBillet(
  tx: Transaction,
  secrets: Secrets,
  old: BilletRow,
  reissue: Reissue,
): Promise<Billet> {
  const issued = await reissueBillet(tx, secrets, old, reissue)
  if (typeof issued === 'string') throw new Error(`billet ${old.id} cannot be lowered: ${issued}`)
  // One millisecond later, so that the order follows the registration placed at `now`.
  placeOrders(tx, 'write-off', [old], new Date(reissue.now.getTime() + 1))
  return issued
}

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
