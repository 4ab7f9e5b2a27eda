import type { JSX } from 'preact'
import { DayField } from './day-field.tsx'

export interface Days {
  /** YYYY-MM-DD; empty: open to that side. */
  readonly from: string
  readonly to: string
}

interface DateRangeProps {
  readonly legend: string
  readonly days: Days
  readonly onChange: (days: Days) => void
}

/** From one day to another, both included. The later one moves along, so that a range is never backward. */
export function DateRange({ legend, days, onChange }: DateRangeProps): JSX.Element {
  const { from, to } = days
  return (
    <fieldset class="date-range">
      <legend class="unseen">{legend}</legend>
      <DayField
        label="De"
        value={from}
        onChange={day => onChange({ from: day, to: to !== '' && day > to ? day : to })}
      />
      <DayField
        label="Até"
        value={to}
        onChange={day => onChange({ from: day !== '' && from > day ? day : from, to: day })}
      />
    </fieldset>
  )
}
