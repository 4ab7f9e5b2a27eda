import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/** Tax of one period. */
interface IofPart {
  readonly periodEnd: CalendarDate
  readonly amountCentavos: Centavos
}

/** As the memo of an entry has them: `2026-01-10:150 2026-01-20:300`. */
export const writeIofParts = (parts: readonly IofPart[]): string =>
  parts.map(({ periodEnd, amountCentavos }) => `${periodEnd}:${amountCentavos}`).join(' ')

export function readIofParts(text: string): IofPart[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map(part => {
      const [periodEnd, amount] = part.split(':')
      return { periodEnd: periodEnd as CalendarDate, amountCentavos: Number(amount) }
    })
}
