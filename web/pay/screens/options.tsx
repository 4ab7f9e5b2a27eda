import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { HostedOption } from '../../../src/contract/hosted-page.ts'
import { Heading } from '../../customer/heading.tsx'
import { Checkbox } from '../../design/choices.tsx'
import { writeMoney } from '../../design/format.ts'
import { chooseGroup, computeFigures, findFirstChoice, findSameChoice } from '../choice.ts'
import { type ScreenProps, useSend } from '../use-send.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { CostCard } from './cost-card.tsx'
import { OptionRows } from './option-rows.tsx'
import { TermsChoices } from './terms-choices.tsx'

export function Options({ state, ...surroundings }: ScreenProps): JSX.Element {
  const { groups = [], firstName, amount } = state
  const [wish, setWish] = useState(() => findFirstChoice(groups))
  const { busy, problem, run } = useSend(surroundings)
  const chosen = wish && findSameChoice(wish, groups)
  if (chosen === undefined)
    return (
      <Heading title="Sem opções por enquanto">
        Não há parcelas para mostrar agora. Recarregue a página em alguns minutos ou fale com a loja.
      </Heading>
    )
  const { group, option } = chosen
  const hasInsurance = chosen.hasInsurance && option.insurance !== undefined
  const figures = computeFigures(option, group, hasInsurance)

  return (
    <form
      class="stack wide-gaps"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void run(client => client.choose({ optionId: option.optionId, hasInsurance }))
      }}
    >
      <Heading title={firstName ? `${firstName}, escolha como pagar` : 'Escolha como pagar'}>
        Boa notícia: você pode parcelar. Compare as opções com calma; mude o que quiser antes de continuar.
      </Heading>
      <TermsChoices groups={groups} chosen={group} onChoose={each => setWish(chooseGroup(chosen, each))} />
      <OptionRows
        chosen={{ ...chosen, hasInsurance }}
        onChoose={each => setWish({ ...chosen, option: each })}
      />
      {option.insurance && (
        <InsuranceChoice
          option={option}
          checked={hasInsurance}
          onChange={wanted => setWish({ ...chosen, hasInsurance: wanted })}
        />
      )}
      <CostCard amount={amount} group={group} figures={figures} />
      <ChoiceBar group={group} figures={figures} busy={busy} problem={problem} />
    </form>
  )
}

interface InsuranceChoiceProps {
  readonly option: HostedOption
  readonly checked: boolean
  onChange(checked: boolean): void
}

/** What is really paid more: the premium itself is less than that, for it is lent too. */
function InsuranceChoice({ option, checked, onChange }: InsuranceChoiceProps): JSX.Element | null {
  const { insurance, installmentValue, installments } = option
  if (insurance === undefined) return null
  return (
    <Checkbox checked={checked} onChange={onChange}>
      <strong>Incluir seguro das parcelas</strong>{' '}
      <span>
        Mais {writeMoney(insurance.installmentValue - installmentValue)} por parcela:{' '}
        {writeMoney(insurance.extraTotal)} a mais em {installments} parcelas.
      </span>{' '}
      <span class="soft small">
        Paga parcelas por você em imprevistos como morte, invalidez ou desemprego, conforme a apólice. É
        opcional e não muda a aprovação nem a taxa de juros.
      </span>
    </Checkbox>
  )
}
