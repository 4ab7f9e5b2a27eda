import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly (readonly [Value, string])[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Two to five short choices that exclude each other: radio buttons in one bar, at once in force. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): JSX.Element {
  const { label, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset class="segmented">
      <legend class="unseen">{label}</legend>
      {options.map(([each, word]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  )
}
