import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { parseDay } from '../../../kernel/parse-days.ts'
import {
  computeLastSettlementDay,
  parseSelection,
  type SettlementSelection,
} from '../../receivables/index.ts'

/** What is to be settled, and on which day. */
export interface WantedSettlement {
  readonly date: CalendarDate
  readonly selection: SettlementSelection
}

/** Throws a RequestError that names the field. */
export function parseSettlement(
  asked: {
    readonly date?: string | undefined
    readonly installments?: string | undefined
    readonly amountCentavos?: Centavos | undefined
  },
  now: Date,
): WantedSettlement {
  const { installments, amountCentavos } = asked
  if (installments !== undefined && amountCentavos !== undefined)
    throw invalidParameter('amount', 'must not be given together with installments')
  const selection =
    amountCentavos === undefined
      ? parseSelection(installments ?? 'all')
      : ({ kind: 'amount', amountCentavos } as const)
  if (selection === undefined)
    throw invalidParameter('installments', 'must be all, next or last: and a number, such as last:2')
  return { date: parseDate(asked.date, now), selection }
}

function parseDate(text: string | undefined, now: Date): CalendarDate {
  const today = calendarDateAt(now)
  if (text === undefined) return today
  const date = parseDay('date', text)
  const last = computeLastSettlementDay(today)
  if (date < today || date > last) throw invalidParameter('date', `must be a day from ${today} to ${last}`)
  return date
}
