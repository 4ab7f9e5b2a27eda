import type { JSX } from 'preact'
import type {
  OnboardingCosts,
  OnboardingFigures,
  OnboardingProduct,
} from '../../../src/contract/onboarding.ts'
import { Card } from '../../design/card.tsx'
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

export function PaymentCard({ figures }: { figures: OnboardingFigures }): JSX.Element {
  const { installments, installmentValue, downPayment } = figures
  const rows: Figure[] = []
  if (downPayment > 0) rows.push({ name: 'Entrada', value: writeMoney(downPayment) })
  rows.push(
    { name: `${installments} parcelas`, value: writeMoney(figures.total) },
    { name: 'Total a pagar', value: writeMoney(figures.totalToPay), strong: true },
  )
  return (
    <Card title="Como você paga">
      <p class="headline">
        {downPayment > 0 && <span class="soft">{writeMoney(downPayment)} de entrada e</span>}
        <strong>
          {installments}× de {writeMoney(installmentValue)}
        </strong>
        <span class="soft">primeira parcela em {writeDayAndMonth(figures.firstDueDate)}</span>
      </p>
      <Figures rows={rows} />
      <details>
        <summary>Datas das parcelas</summary>
        <DueDates figures={figures} />
      </details>
    </Card>
  )
}

function DueDates({ figures }: { figures: OnboardingFigures }): JSX.Element {
  const { dueDates, installmentValue } = figures
  const rows = dueDates.map((date, index) => ({
    name: `${index + 1}ª em ${writeDate(date)}`,
    value: writeMoney(installmentValue),
  }))
  return <Figures rows={rows} />
}

export function CostCard({ figures }: { figures: OnboardingFigures }): JSX.Element {
  const { tc, insurancePremium } = figures
  const rows: Figure[] = [{ name: 'Valor financiado', value: writeMoney(figures.financed) }]
  if (tc > 0) rows.push({ name: 'Tarifa de cadastro', value: writeMoney(tc) })
  if (insurancePremium > 0) rows.push({ name: 'Seguro', value: writeMoney(insurancePremium) })
  rows.push(
    { name: 'Imposto (IOF)', value: writeMoney(figures.iof) },
    { name: 'Total emprestado', value: writeMoney(figures.principal) },
    { name: 'Juros', value: writeMoney(figures.total - figures.principal) },
    { name: 'Taxa de juros', value: <Rate perMonth={figures.interestPM} perYear={figures.interestPA} /> },
    {
      name: 'Custo Efetivo Total (CET)',
      value: <Rate perMonth={figures.cetPM} perYear={figures.cetPA} />,
      strong: true,
    },
  )
  return (
    <Card title="Quanto custa o crédito">
      <Figures rows={rows} />
      <p class="soft small">O CET soma juros, imposto, tarifas e seguro: compare por ele.</p>
    </Card>
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
export function CostSheet({
  figures,
  costs,
  isAgreement,
}: {
  figures: OnboardingFigures
  costs: OnboardingCosts | undefined
  isAgreement: boolean
}): JSX.Element {
  if (costs === undefined) return <CostCard figures={figures} />
  const parts = costs.parts.filter(({ value }) => value > 0)
  const rows: Figure[] = parts.map(({ name, value, percentage }) => ({
    name: isAgreement && name === 'released' ? 'Dívida que vira parcelas' : PART_NAMES[name],
    value: writeMoney(value),
    hint: `${writePercent(percentage)} do total`,
  }))
  rows.push(
    { name: 'Total das parcelas', value: writeMoney(figures.total), strong: true },
    { name: 'Taxa de juros', value: <Rate perMonth={figures.interestPM} perYear={figures.interestPA} /> },
    {
      name: 'Custo Efetivo Total (CET)',
      value: <Rate perMonth={figures.cetPM} perYear={figures.cetPA} />,
      strong: true,
    },
  )
  return (
    <Card title="Custo efetivo total (CET)">
      <Figures rows={rows} />
      <p class="soft small">
        Calculado para {isAgreement ? 'o início' : 'a liberação'} em {writeDate(costs.computedOn)}. O CET soma
        juros, imposto, tarifas e seguro: compare por ele.
      </p>
    </Card>
  )
}

function Rate({ perMonth, perYear }: { perMonth: number; perYear: number }): JSX.Element {
  return (
    <>
      {writePercent(perMonth)} ao mês
      <span class="hint">{writePercent(perYear)} ao ano</span>
    </>
  )
}
