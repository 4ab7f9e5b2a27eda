import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type PricedOption, priceRenegotiation } from '../../pricing/index.ts'
import { chooseRate, computeChargesDiscount, isWorthCollecting, listOfferedNumbers } from './policy.ts'

/** A debt on the day on which an agreement is offered for it. */
export interface OfferedDebt {
  readonly agreedOn: CalendarDate
  /** With the charges of the delay; what is not due yet at its present value. */
  readonly totalCentavos: Centavos
  /** Fine and interest of the delay that are in it. */
  readonly chargesCentavos: Centavos
  readonly contractRatePM: number
  /** What is open of the principal once the down payment is paid, and how it was taxed. */
  readonly original: Parameters<typeof priceRenegotiation>[0]['original']
}

interface WantedAgreement {
  readonly entryCentavos: Centavos
  readonly firstDueDate: CalendarDate
  /** Undefined: all that are usually offered. */
  readonly numberOfInstallments?: number | undefined
}

/** What is agreed on. The figures stay as they were on the day of the offer, until it is signed and paid. */
export interface AgreedTerms {
  readonly debtCentavos: Centavos
  readonly discountCentavos: Centavos
  readonly entryCentavos: Centavos
  readonly contract: PricedOption
}

/** Those of the wanted agreements that the policy has; may be none. */
export function computeOfferedTerms(debt: OfferedDebt, wanted: WantedAgreement): AgreedTerms[] {
  const { agreedOn, totalCentavos, original } = debt
  const { entryCentavos, firstDueDate } = wanted
  const discountCentavos = computeChargesDiscount({ ...debt, entryCentavos })
  const debtCentavos = totalCentavos - discountCentavos - entryCentavos
  if (debtCentavos <= 0) return []
  return listOfferedNumbers(wanted.numberOfInstallments).flatMap(numberOfInstallments => {
    const interestRatePM = chooseRate(numberOfInstallments, debt.contractRatePM)
    const terms = { agreedOn, firstDueDate, numberOfInstallments, interestRatePM, debtCentavos, original }
    const contract = { ...priceRenegotiation(terms), downPaymentCentavos: entryCentavos }
    return isWorthCollecting(contract.installmentCentavos)
      ? [{ debtCentavos: totalCentavos, discountCentavos, entryCentavos, contract }]
      : []
  })
}
