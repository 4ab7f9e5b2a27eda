import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { explain } from '../api.ts'
import { CopyLine } from './copy-line.tsx'
import { needsPerson, OUTCOMES, person, takePerson, writeCpf, writePhone } from './person.ts'

interface PersonPickerProps {
  /** Takes somebody at once who has not bought yet. */
  readonly isFresh?: boolean
  /** In the middle of a purchase nobody else can take over, or the codes would go astray. */
  readonly isFixed?: boolean
  /** Somebody is being invented, or is there, or could not be. */
  readonly onTaking?: (isTaking: boolean) => void
}

/** Who buys. */
export function PersonPicker({ isFresh = false, isFixed = false, onTaking }: PersonPickerProps): JSX.Element {
  const id = useId()
  const shown = person.use()
  const [persona, setPersona] = useState<string>(shown?.persona ?? OUTCOMES[0].value)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function take(next: string): Promise<void> {
    setPersona(next)
    setBusy(true)
    onTaking?.(true)
    setProblem(undefined)
    await takePerson(next).catch(error => setProblem(explain(error)))
    setBusy(false)
    onTaking?.(false)
  }

  useEffect(() => {
    if (isFresh && needsPerson(shown)) void take(persona)
  }, [])

  return (
    <div class="stack">
      {!isFixed && (
        <div class="field">
          <label for={id}>O que deve acontecer</label>
          <select id={id} value={persona} onInput={event => void take(event.currentTarget.value)}>
            {OUTCOMES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      {problem && <Alert tone="warn">{problem}</Alert>}
      {shown !== undefined && (
        <dl class="copy-lines">
          <CopyLine name="Nome" text={shown.name} />
          <CopyLine name="CPF" text={writeCpf(shown.cpf)} />
          <CopyLine name="Celular" text={writePhone(shown.phone)} />
        </dl>
      )}
      {!isFixed && (
        <Button kind="quiet" busy={busy} onPress={() => void take(persona)}>
          {shown === undefined ? 'Criar uma pessoa' : 'Outra pessoa'}
        </Button>
      )}
    </div>
  )
}
