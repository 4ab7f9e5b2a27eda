import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Heading, slideScreens } from '../../customer/heading.tsx'
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
  isOfPlace,
  listAskedFields,
  listKeptParts,
  type PersonField,
  type PersonProblems,
  readRefusedFields,
} from '../person.ts'
import { type ScreenProps, useSend } from '../use-send.ts'
import { ContactFields, PlaceFields } from './person-fields.tsx'

interface WhoProps extends ScreenProps {
  readonly draft: Draft
  setDraft(draft: Draft): void
}

type Page = 'contact' | 'place'

/**
 * What is bought, and who buys it: first who, then where they live, where that has to be typed. Nothing here tells
 * whether somebody would get credit.
 */
export function Who({ state, draft, setDraft, ...surroundings }: WhoProps): JSX.Element {
  const given = state.given ?? {}
  const [page, setPage] = useState<Page>('contact')
  const [changed, setChanged] = useState<ReadonlySet<GivenPart>>(new Set())
  const [problems, setProblems] = useState<PersonProblems>({})
  const { busy, problem, run } = useSend(surroundings)
  const form = useRef<HTMLFormElement>(null)
  /** What gets the focus once it is there. */
  const wanted = useRef<string | undefined>(undefined)
  const kept = listKeptParts(given, changed)
  const asked = listAskedFields(kept)
  const hasPlacePage = page === 'place' || asked.some(isOfPlace)
  const isLast = page === 'place' || !hasPlacePage

  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    form.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  }, [problems, changed, page])

  function turnTo(next: Page): void {
    setPage(next)
    slideScreens()
    wanted.current = 'h1'
    scrollTo(0, 0)
  }

  function point(found: PersonProblems): void {
    const fields = Object.keys(found) as PersonField[]
    // What the shop gave and the server refuses must be typed.
    const parts = fields.flatMap(field => findPartOf(field) ?? [])
    if (parts.some(part => kept.has(part))) setChanged(new Set([...changed, ...parts]))
    if (fields.length > 0) {
      setPage(fields.every(isOfPlace) ? 'place' : 'contact')
      wanted.current = '[aria-invalid="true"]'
    }
    setProblems(found)
  }

  async function submit(): Promise<void> {
    const found = findProblems(draft, isLast ? asked : asked.filter(field => !isOfPlace(field)))
    point(found)
    if (Object.keys(found).length > 0) return
    if (!isLast) return turnTo('place')
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

  const fields = {
    given,
    kept,
    draft,
    problems,
    onWrite: write,
    onFill: (some: Partial<Draft>) => setDraft({ ...draft, ...some }),
    onChange: (part: GivenPart) => {
      if (isPartOfPlace(part)) setPage('place')
      wanted.current = `[name="${FIELDS_OF_PART[part][0]}"]`
      setChanged(new Set([...changed, part]))
    },
  }
  return (
    <form
      key={page}
      class="stack roomy"
      noValidate
      ref={form}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {page === 'contact' ? (
        <>
          <WhoHeading />
          <PurchaseCard state={state} />
          <Card title="Seus dados">
            {kept.size > 0 && (
              <p class="soft small">
                Parte deles veio da loja e aparece com asteriscos. Confira e altere o que não for seu.
              </p>
            )}
            <ContactFields {...fields} />
            {isLast && <PlaceFields {...fields} />}
          </Card>
        </>
      ) : (
        <>
          <Heading title="Onde você mora?">O endereço vai no contrato. Comece pelo CEP.</Heading>
          <Card>
            <PlaceFields {...fields} />
          </Card>
        </>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        {isLast ? 'Receber código por SMS' : 'Continuar'}
      </Button>
      {page === 'place' && (
        <Button kind="plain" onPress={() => turnTo('contact')}>
          Voltar
        </Button>
      )}
      <p class="soft small">
        Usamos seus dados para ter certeza de que é você e, só depois de você confirmar o código, consultar
        seu crédito e calcular as parcelas. Eles são protegidos pela LGPD.
      </p>
    </form>
  )
}

function isPartOfPlace(part: GivenPart): boolean {
  return FIELDS_OF_PART[part].some(isOfPlace)
}
