import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { announce } from '../../design/announce.ts'
import { Icon } from '../../design/icons.tsx'

/** A value with a button that copies it; where the browser forbids that, it can still be selected. */
export function CopyLine({ name, text }: { name: string; text: string }): JSX.Element {
  const [copied, setCopied] = useState('')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      announce(`${name}: copiado`)
    } catch {
      announce('O navegador não deixou copiar: selecione o texto.')
    }
  }

  return (
    <div>
      <dt class="soft small">{name}</dt>
      <dd>
        <span class="copy-text">{text}</span>
        <button type="button" class="icon-button" aria-label={`Copiar ${name}`} onClick={() => void copy()}>
          <Icon name={copied === text ? 'check' : 'copy'} size={20} />
        </button>
      </dd>
    </div>
  )
}
