import type { JSX, Ref } from 'preact'
import type { OnboardingFigures } from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { writeMoney } from '../../design/format.ts'

/* What the summary shows before its script has come, and after. */

export function SummaryHeading(): JSX.Element {
  return (
    <Heading title="Confira sua compra">
      Seu crédito foi aprovado. Veja os valores e, se estiver tudo certo, continue.
    </Heading>
  )
}

interface NameCardProps {
  readonly value: string
  readonly isLocked?: boolean
  readonly problem?: string | undefined
  readonly field?: Ref<HTMLInputElement>
  readonly onInput?: (text: string) => void
}

/** First on the page: it is the only thing that the customer has to write here. */
export function NameCard({ onInput, ...props }: NameCardProps): JSX.Element {
  return (
    <Card>
      <TextField
        {...props}
        label="Nome completo"
        hint="Como no documento. Ele vai no contrato e nos boletos."
        name="name"
        autocomplete="name"
        autocapitalize="words"
        maxlength={120}
        required
        onInput={text => onInput?.(text)}
      />
    </Card>
  )
}

interface SummaryBarProps {
  readonly figures: OnboardingFigures
  readonly busy?: boolean
  readonly unavailable?: boolean
}

/** Stays in sight: nobody goes on without having seen what it costs. */
export function SummaryBar({ figures, busy = false, unavailable = false }: SummaryBarProps): JSX.Element {
  const { installments, installmentValue, totalToPay } = figures
  return (
    <div class="action-bar summary-bar">
      <p>
        <strong class="figure keep">
          {installments}× de {writeMoney(installmentValue)}
        </strong>{' '}
        <span class="soft small keep">Total {writeMoney(totalToPay)}</span>
      </p>
      <Button type={unavailable ? 'button' : 'submit'} busy={busy} unavailable={unavailable} wide={false}>
        Continuar
      </Button>
    </div>
  )
}
