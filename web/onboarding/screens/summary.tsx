import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { isWholeName } from '../../../src/brazil/person-name.ts'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { Alert } from '../../design/alert.tsx'
import { Icon } from '../../design/icons.tsx'
import { type Surroundings, useSend } from '../use-send.ts'
import { PriceCard, PurchaseCard } from './purchase-figures.tsx'
import { NameCard, SummaryBar, SummaryHeading } from './summary-parts.tsx'

export function Summary({ state, ...surroundings }: Surroundings & { state: OnboardingState }): JSX.Element {
  const [name, setName] = useState('')
  const [nameProblem, setNameProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useSend(surroundings)
  const { needsName } = state

  function pointAtName(): void {
    setNameProblem('Escreva nome e sobrenome, como no documento.')
    field.current?.focus()
  }

  async function submit(): Promise<void> {
    if (needsName && !isWholeName(name.trim())) return pointAtName()
    await run(async client => {
      const reply = await client.act('open', needsName ? { name: name.trim() } : {})
      if (reply.kind === 'refused' && reply.error.details.some(detail => detail.field === 'name'))
        pointAtName()
      return reply
    })
  }

  return (
    <form
      class="stack roomy"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <SummaryHeading />
      {needsName && (
        <NameCard
          field={field}
          value={name}
          problem={nameProblem}
          onInput={text => {
            setName(text)
            if (isWholeName(text.trim())) setNameProblem(undefined)
          }}
        />
      )}
      <PriceCard figures={state.figures} />
      <PurchaseCard products={state.products} figures={state.figures} />
      <section class="stack stack-tight" aria-labelledby="needed">
        <h2 id="needed">Para terminar, tenha à mão</h2>
        <ul class="needed">
          <li>
            <Icon name="phone" size={22} /> seu celular {state.maskedPhone}, para receber um código
          </li>
          <li>
            <Icon name="camera" size={22} /> seu RG, CIN ou CNH, de papel ou digital, para fotografar
          </li>
          <li>
            <Icon name="clock" size={22} /> cerca de dois minutos
          </li>
        </ul>
      </section>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <SummaryBar figures={state.figures} busy={busy} />
    </form>
  )
}
