import { computeLateCharges } from '../../brazil/late-charges.ts'
import type { SuspenseReason } from '../../contract/suspense.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { BankNotice, Billet } from './billet.ts'
import { computeLastPayDate } from './compose.ts'
import { NoticeError } from './notice-error.ts'

export interface Payment {
  readonly amountCentavos: Centavos
  readonly paidOn: CalendarDate
}

export type Settlement =
  | { readonly credited: true; readonly fineCentavos: Centavos; readonly interestCentavos: Centavos }
  | { readonly credited: false; readonly reason: SuspenseReason; readonly expectedCentavos: Centavos | null }

type PayableBillet = Pick<
  Billet,
  'kind' | 'amountCentavos' | 'dueDate' | 'expirationDate' | 'paymentStatus'
> & { readonly canceledAt: Date | null | undefined }

/**
 * Whether a payment settles the billet. "Already paid" is checked last, so that every other reason is the same in
 * whatever order the payments of one billet arrive.
 */
export function computeSettlement(billet: PayableBillet | undefined, payment: Payment): Settlement {
  const suspend = (reason: SuspenseReason, expectedCentavos: Centavos | null): Settlement => ({
    credited: false,
    reason,
    expectedCentavos,
  })
  if (billet === undefined) return suspend('UNKNOWN_BILLET', null)
  if (billet.canceledAt) return suspend('AFTER_CANCEL', billet.amountCentavos)
  if (payment.paidOn > computeLastPayDate(billet)) return suspend('AFTER_EXPIRY', billet.amountCentavos)
  const charges = computeCharges(billet, payment.paidOn)
  if (payment.amountCentavos !== charges.totalCentavos) return suspend('WRONG_AMOUNT', charges.totalCentavos)
  if (billet.paymentStatus === 'PAID') return suspend('ALREADY_PAID', charges.totalCentavos)
  const { fineCentavos, interestCentavos } = charges
  return { credited: true, fineCentavos, interestCentavos }
}

/** A down payment is never late: there is no debt before it, and its Pix code has a fixed amount. */
export function computeCharges(
  { kind, amountCentavos, dueDate }: Pick<Billet, 'kind' | 'amountCentavos' | 'dueDate'>,
  paidOn: CalendarDate,
): {
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly totalCentavos: Centavos
} {
  if (kind === 'down-payment') return { fineCentavos: 0, interestCentavos: 0, totalCentavos: amountCentavos }
  return computeLateCharges({ amountCentavos, dueDate, paidOn })
}

/** Undefined for a notice without a payment. */
export function parsePayment(notice: BankNotice): Payment | undefined {
  const { reference, kind, bank, amountCentavos, paidOn, pixTxid, ourNumber } = notice
  const refuse = (problem: string): never => {
    throw new NoticeError('INVALID', `${reference}: ${problem}`)
  }
  if (reference === '' || reference.length > 200) refuse('a notice has a reference of at most 200 characters')
  if (!/^[0-9]{3}$/.test(bank)) refuse(`${bank} is not the code of a bank`)
  if (ourNumber !== undefined && !Number.isSafeInteger(ourNumber)) refuse('the our-number is no number')
  if (pixTxid?.includes('\0')) refuse('the txid is not text')
  if (kind !== 'paid') return undefined
  if (amountCentavos === undefined || !Number.isSafeInteger(amountCentavos) || amountCentavos < 1)
    return refuse('a payment has an amount')
  if (paidOn === undefined) return refuse('a payment has a date')
  return { amountCentavos, paidOn }
}
