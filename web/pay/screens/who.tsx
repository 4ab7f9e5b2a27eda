import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { PurchaseCard, WhoHeading } from '../first-screen.tsx'
import {
  composeRequest,
  type Draft,
  FIELDS_OF_PART,
  findPartOf,
  findProblems,
  type GivenPart,
  listAskedFields,
  listKeptParts,
  type PersonField,
  type PersonProblems,
  readRefusedFields,
} from '../person.ts'
import { type ScreenProps, useSend } from '../use-send.ts'
import { PersonFields } from './person-fields.tsx'

interface WhoProps extends ScreenProps {
  readonly draft: Draft
  setDraft(draft: Draft): void
}

/** What is bought, and who buys it. Nothing here tells whether somebody would get credit. */
export function Who({ state, draft, setDraft, ...surroundings }: WhoProps): JSX.Element {
  const given = state.given ?? {}
  const [changed, setChanged] = useState<ReadonlySet<GivenPart>>(new Set())
  const [problems, setProblems] = useState<PersonProblems>({})
  const { busy, problem, run } = useSend(surroundings)
  const form = useRef<HTMLFormElement>(null)
  /** What gets the focus once it is there. */
  const wanted = useRef<string | undefined>(undefined)
  const kept = listKeptParts(given, changed)
  const asked = listAskedFields(kept)

  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    form.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  }, [problems, changed])

  function point(found: PersonProblems): void {
    const fields = Object.keys(found) as PersonField[]
    // What the shop gave and the server refuses must be typed.
    const parts = fields.flatMap(field => findPartOf(field) ?? [])
    if (parts.some(part => kept.has(part))) setChanged(new Set([...changed, ...parts]))
    if (fields.length > 0) wanted.current = '[aria-invalid="true"]'
    setProblems(found)
  }

  async function submit(): Promise<void> {
    const found = findProblems(draft, asked)
    point(found)
    if (Object.keys(found).length > 0) return
    await run(async client => {
      const reply = await client.act('person', composeRequest(draft, asked))
      if (reply.kind === 'refused') point(readRefusedFields(reply.error.details))
      return reply
    })
  }

  function write(field: PersonField, text: string): void {
    const next = { ...draft, [field]: text }
    setDraft(next)
    // A mark goes as soon as its reason has gone; a new one is set by the button only.
    if (problems[field] !== undefined && findProblems(next, [field])[field] === undefined) {
      const { [field]: _, ...rest } = problems
      setProblems(rest)
    }
  }

  return (
    <>
      <WhoHeading />
      <PurchaseCard state={state} />
      <form
        class="stack roomy"
        noValidate
        ref={form}
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <Card title="Seus dados">
          {kept.size > 0 && (
            <p class="soft small">
              Parte deles veio da loja e aparece com asteriscos. Confira e altere o que não for seu.
            </p>
          )}
          <PersonFields
            given={given}
            kept={kept}
            draft={draft}
            problems={problems}
            onWrite={write}
            onFill={fields => setDraft({ ...draft, ...fields })}
            onChange={part => {
              wanted.current = `[name="${FIELDS_OF_PART[part][0]}"]`
              setChanged(new Set([...changed, part]))
            }}
          />
        </Card>
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Button type="submit" busy={busy}>
          Receber código por SMS
        </Button>
        <p class="soft small">
          Usamos seus dados para ter certeza de que é você e, só depois de você confirmar o código, consultar
          seu crédito e calcular as parcelas. Eles são protegidos pela LGPD.
        </p>
      </form>
    </>
  )
}
