import type { JSX } from 'preact'
import type { HostedOption } from '../../../src/contract/hosted-page.ts'
import { Choice, Choices } from '../../design/choices.tsx'
import { writeDate, writeMoney, writePercent } from '../../design/format.ts'
import { type Chosen, computeFigures } from '../choice.ts'

interface OptionRowsProps {
  readonly chosen: Chosen
  onChoose(option: HostedOption): void
}

/** Every number of installments with its four figures, one under the other: the columns are compared at a glance. */
export function OptionRows({ chosen, onChoose }: OptionRowsProps): JSX.Element {
  const { group } = chosen
  return (
    <Choices
      legend="Em quantas parcelas?"
      hint={group.downPayment > 0 ? 'O total já inclui a entrada.' : undefined}
      look="rows"
    >
      <div class="offer offer-head soft small" aria-hidden="true">
        <span>Parcelas</span>
        <span>Primeira em</span>
        <span>Total</span>
        <span>CET ao ano</span>
      </div>
      {group.options.map(option => (
        <OptionRow key={option.optionId} option={option} chosen={chosen} onChoose={() => onChoose(option)} />
      ))}
    </Choices>
  )
}

interface OptionRowProps {
  readonly option: HostedOption
  readonly chosen: Chosen
  onChoose(): void
}

function OptionRow({ option, chosen, onChoose }: OptionRowProps): JSX.Element {
  const figures = computeFigures(option, chosen.group, chosen.hasInsurance)
  return (
    <Choice name="option" checked={option.optionId === chosen.option.optionId} onChoose={onChoose}>
      <span class="offer">
        <strong class="figure">
          {figures.installments}× de {writeMoney(figures.installmentValue)}
        </strong>{' '}
        <span class="soft small">
          <span class="cell-name">1ª em </span>
          {writeDate(figures.firstDueDate)}
        </span>{' '}
        <span class="small">
          <span class="cell-name">Total </span>
          {writeMoney(figures.totalToPay)}
        </span>{' '}
        <span class="soft small">
          <span class="cell-name">CET </span>
          {writePercent(figures.cetPA)}
          <span class="cell-name"> a.a.</span>
        </span>
      </span>
    </Choice>
  )
}
