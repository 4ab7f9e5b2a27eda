import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LenderChannels } from '../../../src/contract/lender.ts'
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

  function choose(isAccepted: boolean): void {
    setAccepted(isAccepted)
    setProblem(undefined)
  }

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
          onChoose={() => choose(false)}
        />
        {insurance && (
          <InsuranceChoice
            title="Com seguro"
            figures={insurance}
            checked={accepted === true}
            without={figures}
            onChoose={() => choose(true)}
          />
        )}
      </Choices>
      <Insurer {...state.lender} />
      <p class="soft small">O seguro é opcional. Sua escolha não muda a aprovação nem a taxa de juros.</p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        Continuar
      </Button>
    </form>
  )
}

type InsurerProps = Pick<LenderChannels, 'insurer' | 'susepProcess' | 'insuranceTerms'>

/** Who insures, the number of the product at its supervisor, and where its conditions are. */
function Insurer({ insurer, susepProcess, insuranceTerms }: InsurerProps) {
  if (insurer === undefined) return null
  return (
    <p class="soft small">
      Seguradora: {insurer}
      {susepProcess && `, processo SUSEP nº ${susepProcess}`}.{' '}
      {insuranceTerms && (
        <a href={insuranceTerms} target="_blank" rel="noreferrer">
          Ler as condições do seguro
        </a>
      )}
    </p>
  )
}

interface InsuranceChoiceProps {
  readonly title: string
  readonly figures: OnboardingFigures
  /** What is paid without it: shows what the insurance really costs. */
  readonly without?: OnboardingFigures
  readonly checked: boolean
  onChoose(): void
}

function InsuranceChoice({ title, figures, without, ...choice }: InsuranceChoiceProps): JSX.Element {
  const { installments, installmentValue } = figures
  return (
    <Choice name="insurance" {...choice}>
      <strong>{title}</strong>
      <span class="figure">
        {installments}× de {writeMoney(installmentValue)}
      </span>
      <span class="soft small">
        Total das parcelas {writeMoney(figures.total)}, CET {writePercent(figures.cetPA)} ao ano
      </span>
      {without && (
        <span class="soft small">
          A mais: {writeMoney(installmentValue - without.installmentValue)} por parcela,{' '}
          {writeMoney(figures.total - without.total)} no total
        </span>
      )}
    </Choice>
  )
}
