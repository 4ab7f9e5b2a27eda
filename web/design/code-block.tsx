import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'

/** Lines to be pasted elsewhere. They scroll to the side and are never broken. */
export function CodeBlock({ title, text }: { title: string; text: string }): JSX.Element {
  const id = useId()
  return (
    <figure class="code-block">
      <figcaption>
        <span>{title}</span>
        <CopyButton kind="plain" text={text} label="Copiar" done="Copiado" selects={id} />
      </figcaption>
      {/* Some browsers let arrow keys scroll an element only if it can have the focus. */}
      <pre id={id} {...SCROLLED_BY_KEYS}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

const SCROLLED_BY_KEYS = { tabIndex: 0 } as const
