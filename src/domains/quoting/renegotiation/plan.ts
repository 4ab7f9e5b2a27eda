import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type PricedOption, priceRenegotiation } from '../../pricing/index.ts'
import type { AgreedTerms, OfferedDebt } from './offer.ts'

/** Equal installments that a conciliation or a judgment names (CDC, art. 104-A and 104-B). */
interface WantedPlan {
  readonly numberOfInstallments: number
  readonly installmentCentavos: Centavos
  readonly firstDueDate: CalendarDate
}

/**
 * The terms of a plan, none of which the policy of agreements chooses. A plan that asks for less than the debt has no
 * interest and forgives the rest; of one that asks for more, the rate is what makes its installments of the debt.
 * Undefined when that is above the contract's.
 */
export function computePlanTerms(debt: OfferedDebt, wanted: WantedPlan): AgreedTerms | undefined {
  const { numberOfInstallments, installmentCentavos, firstDueDate } = wanted
  const { agreedOn, totalCentavos, contractRatePM, original } = debt
  const price = (interestRatePM: number, debtCentavos: Centavos): PricedOption =>
    priceRenegotiation({
      agreedOn,
      firstDueDate,
      numberOfInstallments,
      interestRatePM,
      debtCentavos,
      original,
    })
  // Without interest the tax follows from the dates alone.
  const { totalIofCentavos } = price(0, totalCentavos)
  const askedCentavos = numberOfInstallments * installmentCentavos - totalIofCentavos
  const common = { debtCentavos: totalCentavos, entryCentavos: 0 }
  if (askedCentavos <= 0) return undefined
  if (askedCentavos <= totalCentavos)
    return {
      ...common,
      discountCentavos: totalCentavos - askedCentavos,
      contract: price(0, askedCentavos),
    }
  const rate = findRate(each => price(each, totalCentavos).installmentCentavos, {
    installmentCentavos,
    mostPM: contractRatePM,
  })
  return rate === undefined
    ? undefined
    : { ...common, discountCentavos: 0, contract: price(rate, totalCentavos) }
}

const MOST_DIGITS = 12
const HALVINGS = 50

/** The rate with the fewest digits at which the installment is the wanted one. */
function findRate(
  computeInstallment: (ratePM: number) => Centavos,
  { installmentCentavos, mostPM }: { readonly installmentCentavos: Centavos; readonly mostPM: number },
): number | undefined {
  if (computeInstallment(mostPM) < installmentCentavos) return undefined
  let [least, most] = [0, mostPM]
  for (let count = 0; count < HALVINGS; count++) {
    const middle = (least + most) / 2
    const found = computeInstallment(middle)
    if (found === installmentCentavos) return shorten(middle, computeInstallment, installmentCentavos)
    if (found < installmentCentavos) least = middle
    else most = middle
  }
  return undefined
}

function shorten(
  ratePM: number,
  computeInstallment: (ratePM: number) => Centavos,
  installmentCentavos: Centavos,
): number {
  for (let digits = 2; digits < MOST_DIGITS; digits++) {
    const short = Number(ratePM.toFixed(digits))
    if (computeInstallment(short) === installmentCentavos) return short
  }
  return ratePM
}
