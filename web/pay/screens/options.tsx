import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { HostedOption, HostedOptionGroup } from '../../../src/contract/hosted-page.ts'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Checkbox, Choice, Choices } from '../../design/choices.tsx'
import { CompositionBar } from '../../design/composition-bar.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney, writePercent } from '../../design/format.ts'
import {
  type Chosen,
  type ChosenFigures,
  chooseGroup,
  computeFigures,
  type Entry,
  findFirstChoice,
  findGroup,
  findSameChoice,
  isSpecial,
  listEntries,
  listParts,
} from '../choice.ts'
import { type ScreenProps, useSend } from '../use-send.ts'

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
        Boa notícia: você pode parcelar. Compare com calma; dá para mudar tudo antes de continuar.
      </Heading>
      <TermsChoices groups={groups} chosen={group} onChoose={each => setWish(chooseGroup(chosen, each))} />
      <OptionRows
        key={group.downPayment}
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
      <CostCard amount={amount} chosen={{ ...chosen, hasInsurance }} figures={figures} />
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

interface ChoiceBarProps {
  readonly group: HostedOptionGroup
  readonly figures: ChosenFigures
  readonly busy: boolean
  readonly problem: string | undefined
}

/** Stays in sight: nobody goes on without having seen what it costs in all. */
function ChoiceBar({ group, figures, busy, problem }: ChoiceBarProps): JSX.Element {
  const { installments, installmentValue, totalToPay, cetPA } = figures
  return (
    <div class="action-bar">
      <p class="chosen-line" aria-live="polite" aria-atomic="true">
        {group.downPayment > 0 && <strong class="keep">{writeMoney(group.downPayment)} de entrada +</strong>}{' '}
        <strong class="keep">
          {installments}× de {writeMoney(installmentValue)}
        </strong>{' '}
        <span class="keep">
          {group.downPayment === 0 && '· '}total {writeMoney(totalToPay)}
        </span>{' '}
        <span class="keep soft small">CET {writePercent(cetPA)} ao ano</span>
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy}>
        Continuar
      </Button>
    </div>
  )
}

interface CostCardProps {
  readonly amount: number
  readonly chosen: Chosen
  readonly figures: ChosenFigures
}

/** What the installments pay for, drawn and in figures, as the contract will have it; then what is paid in all. */
function CostCard({ amount, chosen, figures }: CostCardProps): JSX.Element {
  const { group, option, hasInsurance } = chosen
  const { installments, installmentValue, totalToPay } = figures
  const parts = listParts(option, hasInsurance)
  const rows: Figure[] = [{ name: 'Primeira parcela', value: writeDate(figures.firstDueDate) }]
  if (group.downPayment > 0) rows.push({ name: 'Entrada', value: writeMoney(group.downPayment) })
  rows.push(
    { name: 'Total a pagar', value: writeMoney(totalToPay), strong: true },
    { name: 'Preço à vista', value: writeMoney(amount) },
    {
      name: 'Custo do crédito',
      value: writeMoney(totalToPay - amount),
      hint: 'o que você paga além do preço à vista',
    },
    { name: 'Juros', value: `${writePercent(figures.interestPM)} ao mês` },
    { name: 'Custo Efetivo Total (CET)', value: `${writePercent(figures.cetPA)} ao ano` },
  )
  return (
    <Card title="Sua escolha">
      <p class="headline">
        <strong>
          {installments}× de {writeMoney(installmentValue)}
        </strong>
      </p>
      {parts.length > 0 && (
        <CompositionBar parts={parts} lent={group.downPayment > 0 ? 'rest' : 'purchase'} />
      )}
      <Figures rows={rows} />
      <p class="soft small">O CET soma juros, imposto, tarifas e seguro: compare por ele.</p>
    </Card>
  )
}

interface OptionRowsProps {
  readonly chosen: Chosen
  onChoose(option: HostedOption): void
}

/** So many are compared at a glance; the rest is one press away. */
const FEW_ROWS = 5

/** Every number of installments with its figures, one under the other: the columns are compared at a glance. */
function OptionRows({ chosen, onChoose }: OptionRowsProps): JSX.Element {
  const { options, downPayment } = chosen.group
  const [showsAll, showAll] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const isLate = options.findIndex(({ optionId }) => optionId === chosen.option.optionId) >= FEW_ROWS
  // One row more needs no button.
  const isShort = !showsAll && !isLate && options.length > FEW_ROWS + 1
  const shown = isShort ? options.slice(0, FEW_ROWS) : options

  // The button goes with the press: whoever used it is at the first row that it brought.
  useLayoutEffect(() => {
    if (isShort || !wasPressed.current) return
    wasPressed.current = false
    rows.current?.querySelectorAll('input')[FEW_ROWS]?.focus()
  }, [isShort])

  return (
    <div class="stack stack-tight" ref={rows}>
      <Choices
        legend="Em quantas parcelas?"
        hint={downPayment > 0 ? 'O total já inclui a entrada.' : undefined}
        look="rows"
      >
        <div class="offer offer-head soft small" aria-hidden="true">
          <span>Parcelas</span>
          <span>Total</span>
          <span>CET ao ano</span>
        </div>
        {shown.map(option => (
          <OptionRow
            key={option.optionId}
            option={option}
            chosen={chosen}
            onChoose={() => onChoose(option)}
          />
        ))}
      </Choices>
      {isShort && (
        <Button
          kind="plain"
          onPress={() => {
            wasPressed.current = true
            showAll(true)
          }}
        >
          Ver todas as {options.length} opções
        </Button>
      )}
    </div>
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

interface TermsChoicesProps {
  readonly groups: readonly HostedOptionGroup[]
  readonly chosen: HostedOptionGroup
  onChoose(group: HostedOptionGroup | undefined): void
}

/** Down payment, whose conditions, and the first date, one after the other; what leaves nothing to choose is not asked. */
function TermsChoices({ groups, chosen, onChoose }: TermsChoicesProps): JSX.Element {
  const entries = listEntries(groups)
  const entry = entries.find(each => each.groups.includes(chosen))
  const { graceDays } = chosen
  return (
    <>
      {entries.length > 1 && (
        <Choices legend="Quanto você dá de entrada?" look="chips">
          {entries.map(each => (
            <Choice
              key={each.value}
              name="entry"
              checked={each === entry}
              onChoose={() => onChoose(findGroup(each, { graceDays, wantsSpecial: true }))}
            >
              <EntryWords entry={each} />
            </Choice>
          ))}
        </Choices>
      )}
      {entry && <ConditionChoices entry={entry} chosen={chosen} onChoose={onChoose} />}
      {entry && <StartChoices entry={entry} chosen={chosen} onChoose={onChoose} />}
    </>
  )
}

function EntryWords({ entry: { value, percentage, groups } }: { entry: Entry }): JSX.Element {
  return (
    <>
      <strong>{value > 0 ? writeMoney(value) : 'Sem entrada'}</strong>{' '}
      {value > 0 && <span class="soft small">{percentage.toLocaleString('pt-BR')}% do preço</span>}{' '}
      {groups.some(isSpecial) && <span class="good small">juros menores</span>}
    </>
  )
}

type OfEntryProps = Pick<TermsChoicesProps, 'chosen' | 'onChoose'> & { readonly entry: Entry }

function ConditionChoices({ entry, chosen, onChoose }: OfEntryProps): JSX.Element | null {
  const conditions = [true, false].filter(each => entry.groups.some(group => isSpecial(group) === each))
  if (conditions.length < 2) return null
  return (
    <Choices legend="Com quais juros?" look="chips">
      {conditions.map(wantsSpecial => {
        const group = findGroup(entry, { graceDays: chosen.graceDays, wantsSpecial })
        return (
          <Choice
            key={wantsSpecial}
            name="condition"
            checked={wantsSpecial === isSpecial(chosen)}
            onChoose={() => onChoose(group)}
          >
            <strong>{wantsSpecial ? 'Oferta da loja' : 'Padrão'}</strong>{' '}
            <span class="soft small">{describeInterest(group)}</span>
          </Choice>
        )
      })}
    </Choices>
  )
}

function describeInterest(group: HostedOptionGroup | undefined): string {
  const rates = group?.options.map(({ interestPM }) => interestPM) ?? []
  const [least, most] = [Math.min(...rates), Math.max(...rates)]
  return least === most ? `${writePercent(least)} ao mês` : `a partir de ${writePercent(least)} ao mês`
}

function StartChoices({ entry, chosen, onChoose }: OfEntryProps): JSX.Element | null {
  const starts = entry.groups
    .filter(group => isSpecial(group) === isSpecial(chosen))
    .sort((one, other) => one.graceDays - other.graceDays)
  if (starts.length < 2) return null
  return (
    <Choices legend="Quando vence a primeira parcela?" look="pairs">
      {starts.map(group => (
        <Choice
          key={group.graceDays}
          name="start"
          checked={group === chosen}
          onChoose={() => onChoose(group)}
        >
          <strong>{writeDate(group.options[0]?.firstDueDate ?? '')}</strong>{' '}
          <span class="soft small">
            {group.graceDays === 0 ? 'prazo normal' : `${group.graceDays} dias a mais`}
          </span>
        </Choice>
      ))}
    </Choices>
  )
}
