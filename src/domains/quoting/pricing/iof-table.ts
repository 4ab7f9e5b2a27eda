import type { CalendarDate } from '../../../kernel/calendar-date.ts'

/** IOF on credit to natural persons (Decree 6.306/2007, art. 7), in percent of the principal. */
export interface IofRates {
  readonly since: string
  /** Per calendar day from release to due date, for at most 365 days. */
  readonly dailyIof: number
  /** Once, whatever the term (art. 7 §15). */
  readonly fixedIof: number
}

/** A new decree is a new row. Past rows never change, or old contracts could not be recomputed. */
const history: readonly IofRates[] = [
  { since: '2008-01-03', dailyIof: 0.0082, fixedIof: 0.38 }, // Decree 6.339/2008
  { since: '2008-12-11', dailyIof: 0.0041, fixedIof: 0.38 }, // Decree 6.691/2008
  { since: '2011-04-08', dailyIof: 0.0082, fixedIof: 0.38 }, // Decree 7.458/2011
  { since: '2011-12-01', dailyIof: 0.0068, fixedIof: 0.38 }, // Decree 7.632/2011
  { since: '2012-05-22', dailyIof: 0.0041, fixedIof: 0.38 }, // Decree 7.726/2012
  { since: '2015-01-22', dailyIof: 0.0082, fixedIof: 0.38 }, // Decree 8.392/2015
  { since: '2020-04-03', dailyIof: 0, fixedIof: 0 }, // Decree 10.305/2020, pandemic relief
  { since: '2020-11-27', dailyIof: 0.0082, fixedIof: 0.38 }, // relief ended early
  { since: '2021-09-20', dailyIof: 0.01118, fixedIof: 0.38 }, // Decree 10.797/2021
  { since: '2022-01-01', dailyIof: 0.0082, fixedIof: 0.38 },
]

/** The tax is due when the credit is delivered, so the rates of the purchase date apply to the whole contract. */
export function getIofRates(purchaseDate: CalendarDate): IofRates {
  const rates = history.findLast(row => row.since <= purchaseDate)
  if (!rates) throw new RangeError(`No IOF rates are known for ${purchaseDate}`)
  return rates
}
