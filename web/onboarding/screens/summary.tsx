import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { isWholeName } from '../../../src/brazil/person-name.ts'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Icon } from '../../design/icons.tsx'
import { SummaryHeading } from '../first-screen.tsx'
import { type Surroundings, useSend } from '../use-send.ts'
import { CostCard, PaymentCard, PurchaseCard } from './purchase-figures.tsx'

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
    <>
      <SummaryHeading />
      <PurchaseCard products={state.products} figures={state.figures} />
      <PaymentCard figures={state.figures} />
      <CostCard figures={state.figures} />
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
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {needsName && (
          <TextField
            label="Nome completo"
            hint="Como no documento. Ele vai no contrato e nos boletos."
            name="name"
            autocomplete="name"
            autocapitalize="words"
            maxlength={120}
            required
            field={field}
            value={name}
            problem={nameProblem}
            onInput={text => {
              setName(text)
              if (isWholeName(text.trim())) setNameProblem(undefined)
            }}
          />
        )}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="action-bar">
          <Button type="submit" busy={busy}>
            Continuar
          </Button>
        </div>
      </form>
    </>
  )
}
