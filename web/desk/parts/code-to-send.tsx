import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { CopyButton } from '../../design/copy-button.tsx'

/** A link or a line that an operator sends to a customer. */
export function CodeToSend({ name, text }: { name: string; text: string }): JSX.Element {
  const id = useId()
  return (
    <div class="stack stack-tight">
      <p class="small">
        <strong>{name}</strong>
      </p>
      <code id={id} class="breaking">
        {text}
      </code>
      <CopyButton
        kind="quiet"
        text={text}
        selects={id}
        label={`Copiar: ${name.toLowerCase()}`}
        done="Copiado"
      />
    </div>
  )
}
