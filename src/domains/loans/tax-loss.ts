import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import { type Centavos, computeShare } from '../../kernel/money.ts'
import type { Database } from '../../platform/db/database.ts'
import { computeIncurredPercentage } from './provision.ts'
import { countUnprovided, listIncurred } from './provision-store.ts'

/** What the default of one contract changes of a month's taxable profit. */
export interface TaxLoss {
  readonly transactionId: string
  /** Null for a contract that is in default no more. */
  readonly monthsInDefault: number | null
  readonly daysLate: number
  /** The gross carrying amount, in which nothing was accrued since the default. */
  readonly creditCentavos: Centavos
  readonly percentage: number
  /** Deductible since the default. */
  readonly lossCentavos: Centavos
  readonly deductedBeforeCentavos: Centavos
  /** At most one of them is above 0. */
  readonly deductedCentavos: Centavos
  readonly recoveredCentavos: Centavos
}

const PAGE = 500
/** All of a claim is lost when it leaves the assets. */
const WHOLE = { percentage: 100 } as const

/**
 * The losses of Law 14.467/2022, art. 2: of each contract more than 90 days late, factor A of its value from the month of
 * the default on, and factor B for each month since, less what was deducted before. The factors of portfolio C5 are those
 * of Annex I. What was deducted and is a loss no more, because it was paid, renegotiated or canceled, is taxed. Contracts
 * in the order of their ids. Throws Refused while some are not provided for.
 */
export async function listTaxLosses(database: Database, monthEnd: CalendarDate): Promise<TaxLoss[]> {
  const missing = await countUnprovided(database, monthEnd)
  if (missing > 0) throw new Refused(`${missing} contracts are not provided for yet on ${monthEnd}`)
  const losses: TaxLoss[] = []
  const previous = addDays(`${monthEnd.slice(0, 8)}01` as CalendarDate, -1)
  for (let after = ''; ; ) {
    const rows = await listIncurred(database, { day: monthEnd, previous, after, limit: PAGE })
    losses.push(...rows.map(computeTaxLoss))
    if (rows.length < PAGE) return losses
    after = rows.at(-1)?.transactionId ?? after
  }
}

export function computeTaxLoss(row: Awaited<ReturnType<typeof listIncurred>>[number]): TaxLoss {
  const { transactionId, monthsInDefault, daysLate, isWrittenOff } = row
  const { deductedBeforeCentavos } = row
  const creditCentavos = isWrittenOff ? row.creditBeforeCentavos : row.creditCentavos
  const { percentage } = isWrittenOff
    ? WHOLE
    : { percentage: monthsInDefault === null ? 0 : computeIncurredPercentage(monthsInDefault) }
  const lossCentavos = computeShare(creditCentavos, percentage)
  const change = lossCentavos - deductedBeforeCentavos
  return {
    transactionId,
    monthsInDefault,
    daysLate,
    creditCentavos,
    percentage,
    lossCentavos,
    deductedBeforeCentavos,
    deductedCentavos: Math.max(0, change),
    recoveredCentavos: Math.max(0, -change),
  }
}
