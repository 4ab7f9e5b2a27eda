import type { ComponentChildren, JSX, Ref } from 'preact'
import { useId } from 'preact/hooks'

interface ChoicesProps {
  readonly legend: string
  /** The screen's heading has said it already. */
  readonly isLegendUnseen?: boolean
  /** One card under the other, or rows of one card. */
  readonly look?: 'cards' | 'rows'
  readonly children: ComponentChildren
}

export function Choices({ legend, isLegendUnseen, look = 'cards', children }: ChoicesProps): JSX.Element {
  return (
    <fieldset class="choices">
      <legend class={isLegendUnseen ? 'unseen' : ''}>{legend}</legend>
      {look === 'rows' ? <div class="rows card">{children}</div> : children}
    </fieldset>
  )
}

interface ChoiceProps {
  /** Radio buttons of one name exclude each other. */
  readonly name: string
  readonly checked: boolean
  onChoose(): void
  readonly field?: Ref<HTMLInputElement>
  readonly children: ComponentChildren
}

export function Choice({ name, checked, onChoose, field, children }: ChoiceProps): JSX.Element {
  const id = useId()
  return (
    <div class="choice card">
      <input type="radio" name={name} id={id} ref={field ?? null} checked={checked} onChange={onChoose} />
      <label for={id}>{children}</label>
    </div>
  )
}

interface CheckboxProps {
  readonly checked: boolean
  onChange(checked: boolean): void
  readonly children: ComponentChildren
}

export function Checkbox({ checked, onChange, children }: CheckboxProps): JSX.Element {
  const id = useId()
  return (
    <div class="choice card">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{children}</label>
    </div>
  )
}
