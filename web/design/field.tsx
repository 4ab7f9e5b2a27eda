import type { ComponentChildren, JSX, Ref } from 'preact'
import { useId } from 'preact/hooks'
import { type Mask, rewriteByMask } from './mask.ts'

interface LabelProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  /** Where most other fields must be filled in. */
  readonly isOptional?: boolean
}

interface FieldProps extends LabelProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'tel'
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  readonly name?: string
  readonly autocomplete?: string
  readonly autocapitalize?: 'words' | 'none'
  readonly maxlength?: number
  readonly required?: boolean
  /** Shown before the script that reads it has come: what was typed would be lost. */
  readonly isLocked?: boolean
  readonly field?: Ref<HTMLInputElement>
  /** Writes the signs between the digits while they are typed. */
  readonly mask?: Mask
}

export function TextField(props: FieldProps): JSX.Element {
  const { mask } = props
  return (
    <FieldFrame {...props}>
      {control => (
        <input
          {...control}
          {...asText(props.type)}
          {...listHints(props)}
          ref={props.field ?? null}
          value={props.value}
          readOnly={props.isLocked ?? false}
          autocomplete={props.autocomplete ?? 'off'}
          required={props.required ?? false}
          onInput={({ currentTarget }) => {
            if (mask !== undefined) applyMask(currentTarget, mask)
            props.onInput(currentTarget.value)
          }}
        />
      )}
    </FieldFrame>
  )
}

interface SelectFieldProps extends LabelProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly name?: string
  readonly autocomplete?: string
  readonly required?: boolean
  readonly field?: Ref<HTMLSelectElement>
}

export function SelectField(props: SelectFieldProps): JSX.Element {
  return (
    <FieldFrame {...props}>
      {control => (
        <select
          {...control}
          ref={props.field ?? null}
          {...(props.name === undefined ? {} : { name: props.name })}
          autocomplete={props.autocomplete ?? 'off'}
          required={props.required ?? false}
          value={props.value}
          onInput={event => props.onInput(event.currentTarget.value)}
        >
          <option value="">Escolha</option>
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

interface LongTextFieldProps extends LabelProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly maxlength: number
  readonly field?: Ref<HTMLTextAreaElement>
}

/** Several lines. */
export function LongTextField({ field, ...props }: LongTextFieldProps): JSX.Element {
  return (
    <FieldFrame {...props}>
      {control => (
        <textarea
          {...control}
          ref={field ?? null}
          rows={4}
          maxlength={props.maxlength}
          value={props.value}
          onInput={event => props.onInput(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

interface CodeFieldProps extends LabelProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly digits: number
  readonly field?: Ref<HTMLInputElement>
}

/** Accepts text that is pasted or filled in from a message, and keeps its digits. */
export function CodeField({ digits, field, ...props }: CodeFieldProps): JSX.Element {
  return (
    <FieldFrame {...props}>
      {control => (
        <input
          {...control}
          ref={field ?? null}
          class="one-time-code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          value={props.value}
          onInput={event => {
            const kept = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, digits)
            // The same state is not drawn again, so a letter would stay to be seen.
            event.currentTarget.value = kept
            props.onInput(kept)
          }}
        />
      )}
    </FieldFrame>
  )
}

interface Control {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby'?: string
}

/** What the label, the hint and the problem of a field have to do with it. */
function FieldFrame(props: LabelProps & { children: (control: Control) => ComponentChildren }): JSX.Element {
  const { label, hint, problem, isOptional, children } = props
  const id = useId()
  const notes = [hint && `${id}-hint`, problem && `${id}-wrong`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="optional"> (opcional)</span>}
      </label>
      {hint && (
        <p class="soft small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': problem !== undefined,
        ...(notes === '' ? {} : { 'aria-describedby': notes }),
      })}
      <p class="wrong small" id={`${id}-wrong`} role="alert" hidden={problem === undefined}>
        {problem}
      </p>
    </div>
  )
}

/** In Preact's types, input types differ in the roles that they allow; no role is used here. */
function asText(type: FieldProps['type'] = 'text'): { type: 'text' } {
  return { type: type as 'text' }
}

/** Only what was said: an attribute without value would be one with the value "undefined". */
function listHints({ inputmode, name, autocapitalize, maxlength }: FieldProps) {
  return {
    ...(inputmode === undefined ? {} : { inputmode }),
    ...(name === undefined ? {} : { name }),
    ...(autocapitalize === undefined ? {} : { autocapitalize }),
    ...(maxlength === undefined ? {} : { maxlength }),
  }
}

function applyMask(input: HTMLInputElement, mask: Mask): void {
  const { text, caret } = rewriteByMask(mask, input.value, input.selectionStart ?? input.value.length)
  if (text === input.value) return
  input.value = text
  input.setSelectionRange(caret, caret)
}
