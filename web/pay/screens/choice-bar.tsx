import type { JSX } from 'preact'
import type { HostedOptionGroup } from '../../../src/contract/hosted-page.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { writeMoney, writePercent } from '../../design/format.ts'
import type { ChosenFigures } from '../choice.ts'

interface ChoiceBarProps {
  readonly group: HostedOptionGroup
  readonly figures: ChosenFigures
  readonly busy: boolean
  readonly problem: string | undefined
}

/** Stays in sight: nobody goes on without having seen what it costs in all. */
export function ChoiceBar({ group, figures, busy, problem }: ChoiceBarProps): JSX.Element {
  const { installments, installmentValue, totalToPay, cetPA } = figures
  return (
    <div class="action-bar">
      <p class="pair" aria-live="polite" aria-atomic="true">
        <strong>
          {group.downPayment > 0 && <span class="keep">{writeMoney(group.downPayment)} de entrada +</span>}{' '}
          <span class="keep">
            {installments}× de {writeMoney(installmentValue)}
          </span>
        </strong>{' '}
        <span class="small">
          <span class="keep">Total {writeMoney(totalToPay)}</span>{' '}
          <span class="keep soft">· CET {writePercent(cetPA)} ao ano</span>
        </span>
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        Continuar
      </Button>
    </div>
  )
}
