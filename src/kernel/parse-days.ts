import { invalidParameter } from '../contract/parameter-errors.ts'
import { DAY_SENTENCE, MAX_STATEMENT_DAYS, type StatementQuery } from '../contract/statement.ts'
import { type CalendarDate, calendarDateAt, daysBetween, parseCalendarDate } from './calendar-date.ts'

/** Throws a RequestError that names the field. */
export function parseDay(field: string, text: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch {
    throw invalidParameter(field, DAY_SENTENCE)
  }
}

/** The days of a statement: in order, not in the future, and not too many for one answer. */
export function parseStatementDays(
  query: Pick<StatementQuery, 'from' | 'to'>,
  now: Date,
  mostDays = MAX_STATEMENT_DAYS,
): { readonly from: CalendarDate; readonly to: CalendarDate } {
  const [from, to] = [parseDay('from', query.from), parseDay('to', query.to)]
  if (to > calendarDateAt(now)) throw invalidParameter('to', 'must not be after today')
  if (from > to) throw invalidParameter('from', 'must not be after to')
  if (daysBetween(from, to) >= mostDays)
    throw invalidParameter('from', `must be at most ${mostDays} days before the end of to`)
  return { from, to }
}
