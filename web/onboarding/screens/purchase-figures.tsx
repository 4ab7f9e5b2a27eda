import type { ComponentChildren, JSX } from 'preact'
import type { Composed } from '../../../src/brand/composition.ts'
import type {
  OnboardingCosts,
  OnboardingFigures,
  OnboardingProduct,
} from '../../../src/contract/onboarding.ts'
import { Card } from '../../design/card.tsx'
import { CompositionBar } from '../../design/composition-bar.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeDate, writeDayAndMonth, writeMoney, writePercent } from '../../design/format.ts'

export function PurchaseCard(props: {
  products: readonly OnboardingProduct[]
  figures: OnboardingFigures
}): JSX.Element {
  const { products, figures } = props
  const rows: Figure[] = products.map(({ name, amount, value }) => ({
    name: amount === 1 ? name : `${amount} × ${name}`,
    value: writeMoney(value * amount),
  }))
  if (figures.shipping > 0) rows.push({ name: 'Entrega', value: writeMoney(figures.shipping) })
  return (
    <Card title="O que você comprou">
      <Figures
        rows={[...rows, { name: 'Preço à vista', value: writeMoney(figures.purchase), strong: true }]}
      />
    </Card>
  )
}

interface PriceCardProps {
  readonly figures: OnboardingFigures
  readonly isAgreement?: boolean
  /** The CET sheet of the contract, which says the same with shares. */
  readonly costs?: OnboardingCosts | undefined
}

/** The installment, what it is made of, and the CET; the rest of the figures is folded under it. */
export function PriceCard({ figures, isAgreement = false, costs }: PriceCardProps): JSX.Element {
  const { installments, installmentValue, downPayment } = figures
  const rows: Figure[] = []
  if (downPayment > 0)
    rows.push(
      { name: 'Entrada', value: writeMoney(downPayment) },
      { name: `${installments} parcelas`, value: writeMoney(figures.total) },
    )
  rows.push({ name: 'Total a pagar', value: writeMoney(figures.totalToPay), strong: true })
  return (
    <Card title="Como você paga">
      <p class="headline">
        {downPayment > 0 && <span class="soft">{writeMoney(downPayment)} de entrada e</span>}
        <strong>
          {installments}× de {writeMoney(installmentValue)}
        </strong>
        <span class="soft">primeira parcela em {writeDayAndMonth(figures.firstDueDate)}</span>
      </p>
      <CompositionBar
        parts={listParts(figures)}
        lent={isAgreement ? 'debt' : downPayment > 0 ? 'rest' : 'purchase'}
      />
      <Figures rows={rows} />
      <div class="folds">
        <Fold name="Custo Efetivo Total (CET)" value={`${writePercent(figures.cetPA)} ao ano`}>
          {costs === undefined ? (
            <Costs figures={figures} />
          ) : (
            <CostSheet figures={figures} costs={costs} isAgreement={isAgreement} />
          )}
        </Fold>
        <Fold name="Datas das parcelas">
          <DueDates figures={figures} />
        </Fold>
      </div>
    </Card>
  )
}

interface FoldProps {
  readonly name: string
  /** To be read without unfolding. */
  readonly value?: string
  readonly children: ComponentChildren
}

function Fold({ name, value, children }: FoldProps): JSX.Element {
  return (
    <details>
      <summary>
        <span class="fold-name">
          <span>{name}</span> {value && <b>{value}</b>}
        </span>
      </summary>
      {children}
    </details>
  )
}

function listParts(figures: OnboardingFigures): Composed[] {
  return [
    { name: 'released', value: figures.financed },
    { name: 'interest', value: figures.total - figures.principal },
    { name: 'iof', value: figures.iof },
    { name: 'fee', value: figures.tc },
    { name: 'premium', value: figures.insurancePremium },
  ]
}

function DueDates({ figures }: { figures: OnboardingFigures }): JSX.Element {
  const { dueDates, installmentValue } = figures
  const rows = dueDates.map((date, index) => ({
    name: `${index + 1}ª em ${writeDate(date)}`,
    value: writeMoney(installmentValue),
  }))
  return <Figures rows={rows} />
}

const COMPARE = 'O CET soma juros, imposto, tarifas e seguro: compare por ele.'

function Costs({ figures }: { figures: OnboardingFigures }): JSX.Element {
  return (
    <div class="stack stack-tight">
      <Figures
        rows={[
          { name: 'Total emprestado', value: writeMoney(figures.principal) },
          { name: 'Total das parcelas', value: writeMoney(figures.total) },
          ...listRates(figures),
        ]}
      />
      <p class="soft small">{COMPARE}</p>
    </div>
  )
}

const PART_NAMES: Readonly<Record<OnboardingCosts['parts'][number]['name'], string>> = {
  released: 'Valor liberado à loja',
  iof: 'Imposto (IOF)',
  fee: 'Tarifa de cadastro',
  premium: 'Seguro (opcional)',
  interest: 'Juros',
}

/** The CET sheet: every part in reais, and its share of everything that is paid in installments. */
function CostSheet({
  figures,
  costs,
  isAgreement,
}: {
  figures: OnboardingFigures
  costs: OnboardingCosts
  isAgreement: boolean
}): JSX.Element {
  const parts = costs.parts.filter(({ value }) => value > 0)
  const rows: Figure[] = parts.map(({ name, value, percentage }) => ({
    name: isAgreement && name === 'released' ? 'Dívida parcelada' : PART_NAMES[name],
    value: writeMoney(value),
    hint: `${writePercent(percentage)} do total`,
  }))
  return (
    <div class="stack stack-tight">
      <Figures
        rows={[
          ...rows,
          { name: 'Total das parcelas', value: writeMoney(figures.total), strong: true },
          ...listRates(figures),
        ]}
      />
      <p class="soft small">
        Calculado para {isAgreement ? 'o início' : 'a liberação'} em {writeDate(costs.computedOn)}. {COMPARE}
      </p>
    </div>
  )
}

function listRates(figures: OnboardingFigures): Figure[] {
  return [
    { name: 'Taxa de juros', value: <Rate perMonth={figures.interestPM} perYear={figures.interestPA} /> },
    { name: 'CET', value: <Rate perMonth={figures.cetPM} perYear={figures.cetPA} />, strong: true },
  ]
}

function Rate({ perMonth, perYear }: { perMonth: number; perYear: number }): JSX.Element {
  return (
    <>
      {writePercent(perMonth)} ao mês
      <span class="hint">{writePercent(perYear)} ao ano</span>
    </>
  )
}
