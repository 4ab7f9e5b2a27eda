import type { ComponentChildren, JSX, Ref } from 'preact'
import { useId } from 'preact/hooks'

interface ChoicesProps {
  readonly legend: string
  /** The screen's heading has said it already. */
  readonly isLegendUnseen?: boolean
  /** Said once for all of them. */
  readonly hint?: string | undefined
  /** One card under the other, rows of one card, or short ones side by side: as many as fit, or two. */
  readonly look?: 'cards' | 'rows' | 'chips' | 'pairs'
  readonly children: ComponentChildren
}

const FRAMES = { rows: 'rows card', chips: 'chips', pairs: 'chips pairs' } as const

export function Choices(props: ChoicesProps): JSX.Element {
  const { legend, isLegendUnseen, hint, look = 'cards', children } = props
  return (
    <fieldset class="choices">
      <legend class={isLegendUnseen ? 'unseen' : ''}>
        {legend} {hint && <span class="hint">{hint}</span>}
      </legend>
      {look === 'cards' ? children : <div class={FRAMES[look]}>{children}</div>}
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
