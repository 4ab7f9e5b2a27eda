import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { announce } from './announce.ts'
import { Button, type ButtonKind } from './button.tsx'

const SHOWN_MS = 3_000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly done: string
  readonly kind?: ButtonKind
  /** Selected when the browser does not allow copying. */
  readonly selects: string
}

export function CopyButton({ text, label, done, kind = 'primary', selects }: CopyButtonProps): JSX.Element {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isDone])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      announce(done)
    } catch {
      const source = document.getElementById(selects)
      // What is folded away cannot be selected.
      source?.closest('details')?.setAttribute('open', '')
      if (source !== null) getSelection()?.selectAllChildren(source)
      announce('Código selecionado. Agora copie.')
    }
  }

  return (
    <Button kind={kind} icon={isDone ? 'check' : 'copy'} onPress={() => void copy()}>
      {isDone ? done : label}
    </Button>
  )
}
