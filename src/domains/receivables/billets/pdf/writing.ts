import { writeAmount, writeCpf, writeDate } from '../../../../brazil/writing.ts'
import { hasLatinWriting } from '../../../../kernel/ascii-text.ts'
import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import { getBank, type LenderAccount } from '../../../lender/index.ts'
import type { Billet, Payer } from '../billet.ts'
import { computeCharges } from '../credit.ts'
import type { BilletSheet } from './sheet.ts'

export function writeInstallment({ kind, installmentNumber, installmentCount }: Billet): string {
  if (kind === 'settlement') return 'Antecipação'
  return kind === 'down-payment' ? 'Entrada' : `${installmentNumber} de ${installmentCount}`
}

/** In the format of its bank. */
export function writeOurNumber({ printedOurNumber }: Billet, { bank }: LenderAccount): string {
  return getBank(bank.bank).slip.writeOurNumber(bank, printedOurNumber)
}

/**
 * The fonts of the document have Latin letters only. The CPF stands beside the name: it is not written a second time
 * where nobody gave a name, or none that can be printed.
 */
export function writePayerName({ name, cpf }: Payer): string {
  const isNamed = hasLatinWriting(name) && !name.includes(writeCpf(cpf))
  return isNamed ? name : 'Cliente'
}

interface OwedToday {
  readonly day: CalendarDate
  readonly totalCentavos: Centavos
  /** Fine and interest. */
  readonly chargesCentavos: Centavos
  /** What was paid before, and interest that is not asked for. */
  readonly deductedCentavos: Centavos
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
  return {
    day: printedOn,
    totalCentavos,
    chargesCentavos: fineCentavos + interestCentavos,
    deductedCentavos: amountCentavos + fineCentavos + interestCentavos - totalCentavos,
    sentence,
  }
}
