import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/**
 * That nothing is owed under a contract any more. It is composed of what cannot change, whenever somebody asks for it,
 * and the service signs it: the same contract has the same statement with the same signature.
 */
export interface DischargeStatement {
  readonly format: 'crediario-discharge-1'
  readonly transactionId: string
  readonly lender: { readonly name: string; readonly document: string }
  readonly debtor: { readonly name: string | null; readonly cpf: string }
  readonly startedOn: CalendarDate
  readonly settledOn: CalendarDate
  /** Of the contract. */
  readonly installments: number
  readonly totalCentavos: Centavos
  /** Interest that was saved by paying before it was due. */
  readonly discountCentavos: Centavos
  /** Of the insurance, for the time after the end. */
  readonly premiumRefundCentavos: Centavos
}
