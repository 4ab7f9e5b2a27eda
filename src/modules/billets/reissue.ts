import { addBusinessDays } from '../../brazil/business-days.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type NumberMarks, noMarks } from '../../platform/deployment/number-marks.ts'
import type { Billet, LenderAccount } from './billet.ts'
import { composeBillet, type SandboxRegistration } from './compose.ts'
import { OUR_NUMBERS } from './given-numbers.ts'
import { placeOrders } from './orders.ts'
import { type BilletRow, cancelBillet, insertBillets, takeOurNumbers } from './store.ts'

interface Reissue {
  readonly account: LenderAccount
  readonly now: Date
  readonly marks?: NumberMarks | undefined
  readonly sandboxRegistration?: SandboxRegistration | undefined
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
  { account, now, marks = noMarks, sandboxRegistration }: Reissue,
): Promise<Billet | ReissueRefusal> {
  const issuedOn = calendarDateAt(now)
  const dueDate = old.dueDate >= issuedOn ? old.dueDate : addBusinessDays(issuedOn, 1)
  if (dueDate > old.expirationDate) return 'EXPIRED'
  const { retailerId, transactionId, installmentNumber, expirationDate } = old
  const amountCentavos = old.amountCentavos - old.partPaidCentavos
  if (amountCentavos === 0) return 'FACE_PAID'
  const contract = {
    retailerId,
    transactionId,
    account,
    issuedAt: now,
    issuedOn,
    downPaymentCentavos: old.kind === 'down-payment' ? amountCentavos : 0,
    installments: [],
    sandboxRegistration,
  }
  const [ourNumber = 0] = await takeOurNumbers(tx, 1)
  await marks.cover(OUR_NUMBERS, ourNumber)
  const terms = { installmentNumber, amountCentavos, dueDate, expirationDate }
  const composed = composeBillet(contract, terms, ourNumber)
  const billet = { ...composed, installmentCount: old.installmentCount, replaces: old.id }
  cancelBillet(tx, old.id, now)
  insertBillets(tx, secrets, [billet])
  placeOrders(tx, 'register', [billet], now)
  return billet
}
