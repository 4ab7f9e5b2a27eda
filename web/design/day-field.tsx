import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

interface DayFieldProps {
  readonly label: string
  /** YYYY-MM-DD; empty: none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One day of a calendar, typed or chosen. */
export function DayField({ label, value, onChange }: DayFieldProps): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={event => onChange(event.currentTarget.value)} />
    </div>
  )
}
