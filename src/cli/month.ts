import { type CalendarDate, computeMonthEnd, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { type CommandLine, getOption } from './command.ts'

/** The last day of the month that `--month` names. */
export function getMonthEnd(line: CommandLine): CalendarDate {
  const month = getOption(line, 'month')
  try {
    return computeMonthEnd(parseCalendarDate(`${month}-01`))
  } catch {
    throw new InputError(`--month ${month} is not a month in the form YYYY-MM`)
  }
}
