import { writeAmount, writeDate } from '../../../../brazil/writing.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import { computeCharges } from '../settlement.ts'
import type { BilletSheet } from './sheet.ts'

export interface OwedToday {
  readonly totalCentavos: Centavos
  /** What it is made of, with the day for which it holds. */
  readonly sentence: string
}

/** Undefined while the billet asks for its face value: then its codes say it all. */
export function findOwedToday({ billet, printedOn }: BilletSheet): OwedToday | undefined {
  if (printedOn === undefined) return undefined
  const { totalCentavos, fineCentavos, interestCentavos } = computeCharges(billet, printedOn)
  const { amountCentavos, partPaidCentavos, excludedCentavos } = billet
  const paidCentavos = partPaidCentavos - excludedCentavos
  if (totalCentavos === amountCentavos) return undefined
  const parts = [
    ...(paidCentavos > 0 ? [`já pagos ${writeAmount(paidCentavos)}`] : []),
    ...(excludedCentavos > 0 ? [`sem ${writeAmount(excludedCentavos)} de juros futuros`] : []),
    ...(fineCentavos > 0 ? [`multa ${writeAmount(fineCentavos)}`] : []),
    ...(interestCentavos > 0 ? [`juros ${writeAmount(interestCentavos)}`] : []),
  ]
  // Short: it must fit into one line of a slip in a booklet.
  const sentence = `Em ${writeDate(printedOn)}, cobrar ${writeAmount(totalCentavos)} (${parts.join(', ')}).`
  return { totalCentavos, sentence }
}
