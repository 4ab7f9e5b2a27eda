import type { JSX } from 'preact'
import type { HostedOptionGroup } from '../../../src/contract/hosted-page.ts'
import { Card } from '../../design/card.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney, writePercent } from '../../design/format.ts'
import type { ChosenFigures } from '../choice.ts'

interface CostCardProps {
  readonly amount: number
  readonly group: HostedOptionGroup
  readonly figures: ChosenFigures
}

export function CostCard({ amount, group, figures }: CostCardProps): JSX.Element {
  const { installments, installmentValue, total, totalToPay } = figures
  const rows: Figure[] = [{ name: 'Preço à vista', value: writeMoney(amount) }]
  if (group.downPayment > 0) rows.push({ name: 'Entrada', value: writeMoney(group.downPayment) })
  rows.push(
    { name: `${installments}× de ${writeMoney(installmentValue)}`, value: writeMoney(total) },
    { name: 'Primeira parcela', value: writeDate(figures.firstDueDate) },
    { name: 'Total a pagar', value: writeMoney(totalToPay), strong: true },
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
      <Figures rows={rows} />
      <p class="soft small">O CET soma juros, imposto, tarifas e seguro: compare por ele.</p>
    </Card>
  )
}
