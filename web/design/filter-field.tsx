import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

interface FilterFieldProps<Value extends string> {
  readonly label: string
  /** The word for no choice. */
  readonly all: string
  /** Empty: all. */
  readonly value: Value | ''
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value | '') => void
}

/** Narrows a list. */
export function FilterField<Value extends string>(props: FilterFieldProps<Value>): JSX.Element {
  const { label, all, value, options, onChange } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={event => {
          const chosen = options.find(([each]) => each === event.currentTarget.value)
          onChange(chosen?.[0] ?? '')
        }}
      >
        <option value="">{all}</option>
        {options.map(([each, word]) => (
          <option key={each} value={each}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}
