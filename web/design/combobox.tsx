import type { ComponentChildren, JSX, Ref } from 'preact'
import { useId, useState } from 'preact/hooks'

export interface ComboboxOption {
  readonly key: string
  readonly name: string
  readonly hint?: string | undefined
  readonly icon?: ComponentChildren
  /** Options of one group stand together, under its name. */
  readonly group?: string
}

interface ComboboxProps {
  readonly label: string
  readonly placeholder?: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly options: readonly ComboboxOption[]
  readonly onChoose: (option: ComboboxOption) => void
  /** In the place of the list when it is empty. */
  readonly empty: string
  readonly field?: Ref<HTMLInputElement>
}

/**
 * A field with a list that narrows while one types (WAI-ARIA combobox with a listbox). The focus stays in the field;
 * arrows move through the list, Enter chooses.
 */
export function Combobox(props: ComboboxProps): JSX.Element {
  const { label, placeholder, text, onText, options, onChoose, empty, field } = props
  const id = useId()
  const [marked, setMarked] = useState(0)
  const at = Math.min(marked, options.length - 1)
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      const next = (at + step + options.length) % options.length
      setMarked(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    const chosen = options[at]
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      onChoose(chosen)
    }
  }
  return (
    <div class="combobox">
      <label class="unseen" for={id}>
        {label}
      </label>
      <input
        id={id}
        ref={field ?? null}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder ?? label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        value={text}
        onInput={event => {
          setMarked(0)
          onText(event.currentTarget.value)
        }}
        onKeyDown={move}
      />
      <div class="combobox-list" role="listbox" id={`${id}-list`} aria-label={label}>
        {options.map((option, index) => (
          <div key={option.key} role="presentation">
            {option.group !== undefined && option.group !== options[index - 1]?.group && (
              <p class="combobox-group" role="presentation">
                {option.group}
              </p>
            )}
            {/* The keys are listened to in the field, which keeps the focus. */}
            <div
              id={`${id}-${index}`}
              class="combobox-option"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onPointerMove={() => setMarked(index)}
              onPointerDown={event => event.preventDefault()}
              onClick={() => onChoose(option)}
              onKeyDown={move}
            >
              {option.icon}
              <span>{option.name}</span>
              {option.hint && <span class="soft small">{option.hint}</span>}
            </div>
          </div>
        ))}
      </div>
      <p class={options.length === 0 ? 'combobox-empty soft' : 'unseen'} role="status">
        {options.length === 0
          ? empty
          : `${options.length} ${options.length === 1 ? 'resultado' : 'resultados'}`}
      </p>
    </div>
  )
}
