import type { ComponentChildren, JSX } from 'preact'

interface ChipProps {
  /** Whether it is chosen; undefined: it only does something. */
  readonly isOn?: boolean
  readonly unavailable?: boolean
  readonly onPress: () => void
  readonly children: ComponentChildren
}

/** A small choice, or a suggestion. */
export function Chip({ isOn, unavailable = false, onPress, children }: ChipProps): JSX.Element {
  return (
    <button
      type="button"
      class="chip"
      disabled={unavailable}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

interface ChipFilterProps<Value extends string> {
  readonly label: string
  /** The word for no choice. */
  readonly all: string
  /** Empty: all. */
  readonly value: Value | ''
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value | '') => void
}

/** Narrows a list, where every choice fits in sight; FilterField is for more. */
export function ChipFilter<Value extends string>(props: ChipFilterProps<Value>): JSX.Element {
  const { label, all, value, options, onChange } = props
  return (
    <fieldset class="chip-row">
      <legend class="unseen">{label}</legend>
      <Chip isOn={value === ''} onPress={() => onChange('')}>
        {all}
      </Chip>
      {options.map(([each, word]) => (
        <Chip key={each} isOn={each === value} onPress={() => onChange(each === value ? '' : each)}>
          {word}
        </Chip>
      ))}
    </fieldset>
  )
}
