import type { JSX, Ref } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string
  readonly problem?: string | undefined
  readonly type?: 'text' | 'email' | 'password' | 'search'
  readonly autocomplete?: string
  readonly required?: boolean
}

export function TextField(props: FieldProps): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.hint && (
        <p class="soft small" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <input
        id={id}
        {...asText(props.type)}
        value={props.value}
        autocomplete={props.autocomplete ?? 'off'}
        required={props.required ?? false}
        {...describe(id, props)}
        onInput={event => props.onInput(event.currentTarget.value)}
      />
      <Wrong id={id} problem={props.problem} />
    </div>
  )
}

interface CodeFieldProps extends Omit<FieldProps, 'type' | 'autocomplete' | 'required'> {
  readonly digits: number
  readonly field?: Ref<HTMLInputElement>
}

/** Accepts text that is pasted or filled in from a message, and keeps its digits. */
export function CodeField({ digits, field, ...props }: CodeFieldProps): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.hint && (
        <p class="soft small" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <input
        id={id}
        ref={field ?? null}
        class="one-time-code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        value={props.value}
        {...describe(id, props)}
        onInput={event => {
          const kept = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, digits)
          // Setting the same state does not render again, so a letter would stay visible.
          event.currentTarget.value = kept
          props.onInput(kept)
        }}
      />
      <Wrong id={id} problem={props.problem} />
    </div>
  )
}

/** In Preact's types, input types differ in the roles that they allow; no role is used here. */
function asText(type: FieldProps['type'] = 'text'): { type: 'text' } {
  return { type: type as 'text' }
}

function describe(id: string, { hint, problem }: { hint?: string; problem?: string | undefined }) {
  const notes = [hint && `${id}-hint`, problem && `${id}-wrong`].filter(Boolean).join(' ')
  return {
    'aria-invalid': problem !== undefined,
    ...(notes === '' ? {} : { 'aria-describedby': notes }),
  }
}

function Wrong({ id, problem }: { id: string; problem: string | undefined }): JSX.Element {
  return (
    <p class="wrong small" id={`${id}-wrong`} role="alert" hidden={problem === undefined}>
      {problem}
    </p>
  )
}
