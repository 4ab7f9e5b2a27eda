import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { OnboardingFigures, OnboardingState } from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { writeMoney, writePercent } from '../../design/format.ts'
import { type Surroundings, useSend } from '../use-send.ts'

export function Insurance({
  state,
  ...surroundings
}: Surroundings & { state: OnboardingState }): JSX.Element {
  const [accepted, setAccepted] = useState<boolean>()
  const { busy, problem, setProblem, run } = useSend(surroundings)
  const { figures, insurance } = state

  async function answer(): Promise<void> {
    if (accepted === undefined) return setProblem('Escolha uma das duas opções para continuar.')
    await run(client => client.act('insurance', { accepted }))
  }

  return (
    <form
      class="stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void answer()
      }}
    >
      <Heading title="Quer um seguro para as parcelas?">
        Ele paga parcelas por você em imprevistos como morte, invalidez ou desemprego, conforme as condições
        da apólice.
      </Heading>
      <Choices legend="Seguro das parcelas" isLegendUnseen>
        <InsuranceChoice
          title="Sem seguro"
          figures={figures}
          checked={accepted === false}
          onChoose={() => setAccepted(false)}
        />
        {insurance && (
          <InsuranceChoice
            title="Com seguro"
            figures={insurance}
            checked={accepted === true}
            onChoose={() => setAccepted(true)}
          />
        )}
      </Choices>
      <p class="soft small">O seguro é opcional. Sua escolha não muda a aprovação nem a taxa de juros.</p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        Continuar
      </Button>
    </form>
  )
}

interface InsuranceChoiceProps {
  readonly title: string
  readonly figures: OnboardingFigures
  readonly checked: boolean
  onChoose(): void
}

function InsuranceChoice({ title, figures, ...choice }: InsuranceChoiceProps): JSX.Element {
  const { installments, installmentValue, insurancePremium } = figures
  return (
    <Choice name="insurance" {...choice}>
      <strong>{title}</strong>
      <span class="figure">
        {installments}× de {writeMoney(installmentValue)}
      </span>
      <span class="soft small">
        Total das parcelas {writeMoney(figures.total)}, CET {writePercent(figures.cetPA)} ao ano
      </span>
      {insurancePremium > 0 && (
        <span class="soft small">O seguro custa {writeMoney(insurancePremium)}, já nas parcelas</span>
      )}
    </Choice>
  )
}
