import { listTaxLosses } from '../domains/loans/index.ts'
import { type CalendarDate, calendarDateAt } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, presentAmount, presentTable } from './command.ts'
import { getMonthEnd } from './month.ts'

export const taxLossCommands: Readonly<Record<string, Command>> = {
  'ledger tax-loss': {
    async run({ database, clock }, line) {
      const day = getMonthEnd(line)
      if (day >= calendarDateAt(clock.now())) throw new InputError(`${day.slice(0, 7)} is not over`)
      const losses = await listTaxLosses(database, day)
      return line.options.csv === true ? presentCsv(losses) : presentLosses(day, losses)
    },
  },
}

type TaxLoss = Awaited<ReturnType<typeof listTaxLosses>>[number]

const COLUMNS: readonly (readonly [string, (loss: TaxLoss) => string])[] = [
  ['contract', loss => loss.transactionId],
  ['days_late', loss => String(loss.daysLate)],
  ['months_in_default', loss => String(loss.monthsInDefault ?? '')],
  ['credit', loss => presentAmount(loss.creditCentavos)],
  ['percentage', loss => loss.percentage.toFixed(1)],
  ['loss', loss => presentAmount(loss.lossCentavos)],
  ['deducted_before', loss => presentAmount(loss.deductedBeforeCentavos)],
  ['deducted', loss => presentAmount(loss.deductedCentavos)],
  ['recovered', loss => presentAmount(loss.recoveredCentavos)],
]

function presentCsv(losses: readonly TaxLoss[]): string {
  const rows = losses.map(loss => COLUMNS.map(([, write]) => write(loss)))
  return [COLUMNS.map(([name]) => name), ...rows].map(row => row.join()).join('\n')
}

function presentLosses(day: CalendarDate, losses: readonly TaxLoss[]): string {
  const table = presentTable(
    COLUMNS.map(([name]) => name.replaceAll('_', ' ').toUpperCase()),
    losses.map(loss => COLUMNS.map(([, write]) => write(loss))),
  )
  const sum = (part: 'deductedCentavos' | 'recoveredCentavos') =>
    presentAmount(losses.reduce((total, loss) => total + loss[part], 0))
  return (
    `losses of the month that ends on ${day} (Law 14.467/2022, portfolio C5)\n\n${table}\n\n` +
    `deducted ${sum('deductedCentavos')}, recovered and taxed ${sum('recoveredCentavos')}`
  )
}
