import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { CredentialsForm } from './sign-in.tsx'

interface SignInAgainProps {
  readonly notice: string
  readonly email: string
  readonly onDone: () => Promise<void>
}

/** Over the page that somebody was on: nothing typed there is lost, and nothing of it is seen meanwhile. */
export function SignInAgain({ notice, email, onDone }: SignInAgainProps): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    ref.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      class="modal"
      ref={ref}
      aria-labelledby={id}
      // There is nothing to go back to without a session.
      onCancel={event => event.preventDefault()}
    >
      <div class="stack">
        <h2 id={id}>Entre de novo</h2>
        <CredentialsForm notice={notice} email={email} onDone={onDone} />
      </div>
    </dialog>
  )
}
